import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { findFreePort } from '../server/test/free-port.ts'
import { requireChromium } from '../server/test/packages.ts'
import { FLAGS } from './chromium-flags.ts'
import { Notebook, type Person } from './notebook.ts'
import { startAlone } from './start-alone.ts'
import { startInHost } from './start-in-host.ts'

export { ADA, Notebook, PASSWORD, type Person } from './notebook.ts'

/**
 * `WALK_THOROUGH=1`: each theme at each width, both kinds of text, a whole minute offline. Otherwise a sample that
 * covers each once.
 */
export const IS_THOROUGH = process.env.WALK_THOROUGH === '1'

let browser: Promise<Browser> | undefined

/** One browser for all tests of a worker, each with its own context. It ends with the worker. */
function theBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

async function launch(more: readonly string[] = []): Promise<Browser> {
  const args = [...FLAGS, ...more]
  const launched = await chromium.launch({ executablePath: requireChromium(), headless: true, args })
  // If it dies, the next test starts another.
  return launched.on('disconnected', () => {
    if (more.length === 0) browser = undefined
  })
}

/** A browser of its own, whose camera sees this film again and again. */
async function launchWithCamera(film: string): Promise<Browser> {
  const launched = await launch([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  onTestFinished(() => launched.close())
  return launched
}

/** A fresh notebook without an account. Removed at the end of the test. */
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
  /** The session of the first person, for calls outside of the browser. */
  cookie: string
  page: Page
}

export interface LabOptions extends VisitOptions {
  /** In its own process, for a service that dies on the way. */
  isAlone?: boolean
  /** It knows its own address, so e-mails have links. */
  hasAddress?: boolean
}

/** A notebook with one person, signed in on a page. */
export async function lab(options: LabOptions = {}): Promise<Lab> {
  const { cache, original, cookie, session } = inject('prepared')
  const start = options.isAlone ? startAlone : startInHost
  const baseUrl = options.hasAddress ? `http://localhost:${await findFreePort()}` : undefined
  const notebook = await started(new Notebook(cache, { original, start, baseUrl }))
  return { notebook, cookie, page: await visit(notebook, { session, ...options }) }
}

export interface VisitOptions {
  /** Signed in as this person; undefined for nobody. */
  as?: Person
  /** Signed in with this session. */
  session?: string
  theme?: 'light' | 'dark'
  size?: { width: number; height: number }
  /** Expected console messages, such as those of an unreachable service. */
  expected?: RegExp
  locale?: string
  /** With the service worker, which answers for the network: tests then cannot change answers about files. */
  hasWorker?: boolean
  /** The device has a camera, which sees this Motion JPEG file. */
  camera?: string
}

/** `WALK_SLOWDOWN=6 npm test -- --engine browser`: every walk as on a poor machine. */
const SLOWDOWN = Number(process.env.WALK_SLOWDOWN ?? 1)

/** A person's own browser. Whatever goes wrong in it that nobody expects fails the test at its end. */
export async function visit(notebook: Notebook, options: VisitOptions = {}): Promise<Page> {
  const itsBrowser = await (options.camera ? launchWithCamera(options.camera) : theBrowser())
  const context = await itsBrowser.newContext({
    baseURL: notebook.address,
    colorScheme: options.theme ?? 'light',
    locale: options.locale ?? 'en-GB',
    viewport: options.size ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: options.hasWorker ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const session = options.as ? await notebook.signIn(options.as) : options.session
  if (session) await notebook.enter(context, session)
  const problems = watch(context, notebook.address, options.expected)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await slowDown(page, SLOWDOWN)
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  return page
}

/** Slows the browser's CPU down by this factor. It costs real time, so use it sparingly. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate === 1) return
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Collects what no test may cause: errors, dialogs, requests to another host. */
export function watch(context: BrowserContext, address: string, expected?: RegExp): string[] {
  const problems: string[] = []
  const add = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem)
  }
  context.on('weberror', (error) => add(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    const from = message.location().url
    // A signed-out page starts by asking for its session, which answers 401.
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
