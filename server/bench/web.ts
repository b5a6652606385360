import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { FLAGS } from '../../e2e/chromium-flags.ts'
import { provideWeb } from '../src/web/build.ts'
import { provideChromium } from '../test/packages.ts'
import { longEntry } from './web-entry.ts'
import { openNotebook, type WebNotebook } from './web-notebook.ts'
import { type FirstLoad, measureFirstLoad, measureList, measureOpening, measureTyping } from './web-pages.ts'
import { printWebReport } from './web-report.ts'
import type { MainThread } from './web-trace.ts'

/** The cost of the web interface in a real browser, in milliseconds unless noted. */
export interface WebResult {
  node: string
  browser: string
  firstLoad: FirstLoad
  /** Until the first rows are painted: each run, with few and many experiments in turn. */
  list: { experiments: number; runs: number[] }[]
  entry: {
    characters: number
    /** Until the text is editable: each run. */
    opening: number[]
    /** Where it was typed → the main thread's work. */
    typing: Record<string, MainThread>
  }
}

interface Options {
  few: number
  many: number
  runs: number
}

/** `npm run bench -- web`: the built interface of this tree in this machine's Chromium. */
export async function benchWeb({ few, many, runs }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-web-'))
  const executablePath = await provideChromium()
  const notebooks: WebNotebook[] = []
  let browser: Browser | undefined
  try {
    if (!(await provideWeb(folder))) throw new Error('The web interface could not be built')
    for (const experiments of [few, many]) {
      notebooks.push(await openNotebook(folder, join(folder, 'cache/web'), experiments))
    }
    browser = await chromium.launch({ executablePath, headless: true, args: FLAGS })
    const result = await measure(browser, notebooks, { few, many, runs })
    mkdirSync('bench-results', { recursive: true })
    const file = join('bench-results', 'web.json')
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
    printWebReport(result)
    console.log(`\nWritten to ${file}`)
  } finally {
    await browser?.close()
    for (const notebook of notebooks) await notebook.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(browser: Browser, notebooks: WebNotebook[], options: Options): Promise<WebResult> {
  const [small, large] = notebooks
  if (!small || !large) throw new Error('Two notebooks are compared')
  const list = [
    { experiments: options.few, runs: [] as number[] },
    { experiments: options.many, runs: [] as number[] },
  ]
  // The first run warms up the service and the browser, and does not count.
  for (let run = 0; run <= options.runs; run++) {
    console.log(run === 0 ? 'The list, to warm up' : `The list, run ${run} of ${options.runs}`)
    for (const [index, notebook] of notebooks.entries()) {
      const milliseconds = await measureList(browser, notebook)
      if (run > 0) list[index]?.runs.push(milliseconds)
    }
  }
  const body = longEntry()
  const entry = await small.addExperiment({ title: 'A long record', body })
  const firstLoad = await measureFirstLoad(browser, small, entry)
  const opening: number[] = []
  for (let run = 1; run <= options.runs; run++) {
    console.log(`Opening a long entry, run ${run} of ${options.runs}`)
    opening.push(await measureOpening(browser, small, entry))
  }
  const typing: Record<string, MainThread> = {}
  for (const [name, place] of Object.entries({ paragraph: '> p', 'table cell': 'td p', 'list item': 'ol li p' })) {
    console.log(`Typing in a long entry: ${name}`)
    typing[name] = await measureTyping(browser, small, entry, place)
  }
  return {
    node: process.version,
    browser: browser.version(),
    firstLoad,
    list,
    entry: { characters: body.length, opening, typing },
  }
}
