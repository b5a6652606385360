import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { requireChromium } from '../server/test/packages.ts'
import { FLAGS } from './chromium-flags.ts'
import { Notebook, type Person } from './notebook.ts'

export { ADA, Notebook, PASSWORD, type Person } from './notebook.ts'

/** `WALK_THOROUGH=1`: each theme at each width, both kinds of text, a whole minute offline. Otherwise a part that meets each once. */
export const IS_THOROUGH = process.env.WALK_THOROUGH === '1'

let browser: Browser | undefined

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), headless: true, args: FLAGS })
}

/** A fresh notebook that nobody has set up yet. Removed at the end of the test. */
export function freshNotebook(): Promise<Notebook> {
  return started(new Notebook(inject('prepared').cache))
}

async function started(notebook: Notebook): Promise<Notebook> {
  onTestFinished(() => notebook.remove())
  await notebook.start()
  return notebook
}

export interface Lab {
  notebook: Notebook
  /** The session of the first person, for calls beside the browser. */
  cookie: string
  page: Page
}

/** A notebook with one person in it, who is signed in on a page. */
export async function lab(options: VisitOptions = {}): Promise<Lab> {
  const { cache, original, cookie, session } = inject('prepared')
  const notebook = await started(new Notebook(cache, original))
  return { notebook, cookie, page: await visit(notebook, { session, ...options }) }
}

export interface VisitOptions {
  /** Signed in as; absent: as a stranger. */
  as?: Person
  /** Signed in with this session already. */
  session?: string
  theme?: 'light' | 'dark'
  size?: { width: number; height: number }
  /** Messages on the console that belong to the walk, such as those of a service that is away. */
  expected?: RegExp
  locale?: string
  /** How many times slower the browser's processor is. */
  slowdown?: number
}

/** `WALK_SLOWDOWN=6 npm test -- --engine browser`: every walk as on a poor machine. */
const SLOWDOWN = Number(process.env.WALK_SLOWDOWN ?? 1)

/** A person's own browser. Whatever goes wrong in it that nobody expects fails the test at its end. */
export async function visit(notebook: Notebook, options: VisitOptions = {}): Promise<Page> {
  if (!browser) throw new Error('The browser is not running')
  const context = await browser.newContext({
    baseURL: notebook.address,
    colorScheme: options.theme ?? 'light',
    locale: options.locale ?? 'en-GB',
    viewport: options.size ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const session = options.as ? await notebook.signIn(options.as) : options.session
  if (session) await notebook.enter(context, session)
  const problems = watch(context, notebook.address, options.expected)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await slowDown(page, options.slowdown ?? SLOWDOWN)
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  return page
}

async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate === 1) return
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Collects what no walk may cause: errors, dialogs, anything that leaves for another host. */
export function watch(context: BrowserContext, address: string, expected?: RegExp): string[] {
  const problems: string[] = []
  const add = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem)
  }
  context.on('weberror', (error) => add(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    const from = message.location().url
    // Asking who one is, and hearing that one is nobody, is how a signed-out page starts.
    const isWelcome = from.endsWith('/api/v2/session') && message.text().includes('401')
    if (message.type() === 'error' && !isWelcome) add(`console: ${message.text()} (${from})`)
  })
  context.on('dialog', (dialog) => {
    add(`dialog: ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${address}/`) && !/^(data|blob):/.test(url)) add(`request to ${url}`)
  })
  return problems
}
