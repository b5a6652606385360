import type { Browser, Page } from 'playwright-core'
import { untilQuiet } from '../../e2e/quiet.ts'
import type { WebNotebook } from './web-notebook.ts'
import { type MainThread, traceMainThread } from './web-trace.ts'

/** A fresh browser with an empty cache and a signed-in person. */
export async function openPage(browser: Browser, notebook: WebNotebook): Promise<Page> {
  const context = await browser.newContext({
    baseURL: notebook.address,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  })
  await context.addCookies([{ ...notebook.cookie, httpOnly: true, sameSite: 'Lax' }])
  return context.newPage()
}

const FIRST_ROW = '[role=row] a[href^="/experiments/"]'
const TEXT = '[contenteditable=true]'
const DRAWN = 'benchDrawnAt'

export interface FirstLoad {
  /** JavaScript files and their size in gzip: most browsers use Brotli, which is smaller. */
  scripts: number
  scriptBytes: number
  /** JavaScript that only the first entry loads, in bytes. */
  editorBytes: number
}

/** What an empty browser loads for the list, and additionally for the first entry. */
export async function measureFirstLoad(browser: Browser, notebook: WebNotebook, entry: number): Promise<FirstLoad> {
  const page = await openPage(browser, notebook)
  const asked = new Map<string, string>()
  page.on('request', (request) => void asked.set(request.url(), request.resourceType()))
  const scripts = () => [...asked].flatMap(([url, type]) => (type === 'script' ? [url] : []))
  try {
    await page.goto('/experiments')
    await page.locator(FIRST_ROW).first().waitFor()
    await untilQuiet(page)
    const first = scripts()
    await page.goto(`/experiments/${entry}`)
    await page.locator(TEXT).waitFor()
    const more = scripts().filter((url) => !first.includes(url))
    return { scripts: first.length, scriptBytes: await sumGzipped(first), editorBytes: await sumGzipped(more) }
  } finally {
    await page.context().close()
  }
}

/** Milliseconds from navigation until the first rows are painted. */
export function measureList(browser: Browser, notebook: WebNotebook): Promise<number> {
  return measureDrawing(browser, notebook, '/experiments', FIRST_ROW)
}

/** Milliseconds from navigation until the text of an entry is painted and editable. */
export function measureOpening(browser: Browser, notebook: WebNotebook, entry: number): Promise<number> {
  return measureDrawing(browser, notebook, `/experiments/${entry}`, `${TEXT} p`)
}

async function measureDrawing(browser: Browser, notebook: WebNotebook, path: string, wanted: string): Promise<number> {
  const page = await openPage(browser, notebook)
  try {
    const drawn = Promise.withResolvers<number>()
    await page.exposeFunction(DRAWN, drawn.resolve)
    await page.addInitScript(tellDrawing(wanted))
    await page.goto(path)
    return await drawn.promise
  } finally {
    await page.context().close()
  }
}

/** Reports when something was painted: at the end of its frame. */
function tellDrawing(selector: string): string {
  return `new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    observer.disconnect()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => window.${DRAWN}(performance.now())
    requestAnimationFrame(() => port2.postMessage(0))
  }).observe(document, { childList: true, subtree: true })`
}

const KEYS = 200
/** Twenty keys a second: a fast typist. */
const PACE = { delay: 50 }
const WORDS = 'and the next fraction was kept at 4 degrees '

/** Types in the middle of an entry until it is saved. */
export async function measureTyping(
  browser: Browser,
  notebook: WebNotebook,
  entry: number,
  place: string,
): Promise<MainThread> {
  const page = await openPage(browser, notebook)
  try {
    await page.goto(`/experiments/${entry}`)
    const block = page.locator(`${TEXT} ${place}`)
    await block.nth(Math.floor((await block.count()) / 2)).click()
    await page.keyboard.press('End')
    // Wait for the page to settle, so that opening is not measured.
    await untilQuiet(page)
    const saves: Promise<unknown>[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves.push(request.response())
    })
    const thread = await traceMainThread(browser, page, async () => {
      await page.keyboard.type(WORDS.repeat(KEYS / WORDS.length + 1).slice(0, KEYS), PACE)
      await page.locator('[data-save-state=saved]').waitFor()
      // The page adopts the saved version after a pause in typing.
      await page.waitForTimeout(2500)
    })
    if (saves.length === 0) throw new Error('Nothing was saved while typing')
    return thread
  } finally {
    await page.context().close()
  }
}

async function sumGzipped(urls: string[]): Promise<number> {
  const answers = await Promise.all(urls.map((url) => fetch(url, { headers: { 'accept-encoding': 'gzip' } })))
  return answers.reduce((sum, answer) => sum + Number(answer.headers.get('content-length')), 0)
}
