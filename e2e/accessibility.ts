import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/** The axe violations of the current page, one line per element. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Evaluated by the browser's own tools, to which the page's policy does not apply. It stays until the page is left.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (tags): Promise<Violation[]> => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    // Details of passes and exact selectors take axe longer to write than to find.
    const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], selectors: false }
    return (await axe.run(options)).violations
  }, RULES)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ failureSummary }) => !isCovered(id, failureSummary))
      .map(
        ({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
  )
}

/** What an open menu covers is no target until the menu is closed. */
function isCovered(id: string, summary: string): boolean {
  return id === 'target-size' && summary.includes('partially obscured')
}
