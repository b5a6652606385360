import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const MEASURE = readFileSync(join(import.meta.dirname, 'layout-faults.page.js'), 'utf8')

/** The smallest target in pixels: WCAG 2.2 asks for 24, a finger in a glove for 44. */
export const TARGET = { mouse: 24, touch: 44 } as const

/** What is wrong with the layout of the page at its present width, one line each. */
export function findLayoutFaults(page: Page, target: number = TARGET.mouse): Promise<string[]> {
  return page.evaluate<string[]>(`(${MEASURE.slice(MEASURE.indexOf(';(') + 1).trim()})(${JSON.stringify({ target })})`)
}
