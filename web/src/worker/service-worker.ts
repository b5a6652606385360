/**
 * Keeps the files of the interface on the device, so that it opens without a network. It never touches `/api/`: data
 * is kept by the page itself. It is built as `/sw.js`, and imports nothing.
 */

/** The build writes both in: the files of the shell, and a name that changes with any of them. */
const FILES = '__SHELL_FILES__'.split(' ')
const VERSION = '__SHELL_VERSION__'

const PREFIX = 'aliquot-shell-'
const CACHE = PREFIX + VERSION
const PAGE = '/'
/** After this the stored page is shown, in ms. */
const PATIENCE = 3_000
/** The service answers these itself: they are not pages of the interface. */
const NO_PAGES = /^\/+(api|assets|healthz|readyz|metrics|unsubscribe)(\/|$)/i

/** The part of the worker's scope that is used here; the types of pages do not have it. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Extendable {
  request: Request
  respondWith(response: Promise<Response>): void
}

const scope = self as unknown as Scope

scope.addEventListener('install', (event) => event.waitUntil(storeShell()))

// The new version waits until the page asks for it, so that nobody loses a page while they type.
scope.addEventListener('message', ({ data }) => {
  if (data === 'activate') void scope.skipWaiting()
})

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!NO_PAGES.test(pathname)) event.respondWith(openPage(request))
  } else if (pathname.startsWith('/assets/') || (pathname !== PAGE && FILES.includes(pathname))) {
    event.respondWith(readFile(event))
  }
})

async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.filter((path) => path !== PAGE))
  const page = await fetch(PAGE, { cache: 'no-cache' })
  // The sign-in page of a proxy must not become the shell.
  if (!isOurPage(page)) throw new Error('The page did not come from the service')
  await cache.put(PAGE, page)
}

/** The cache of the version before stays, for its open pages. */
async function takeOver(): Promise<void> {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)))
  await scope.clients.claim()
}

/** From the network if it answers soon, otherwise the stored page. */
async function openPage(request: Request): Promise<Response> {
  const stored = caches.match(PAGE, { cacheName: CACHE })
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  try {
    const answer = await fetch(request, { signal: patience.signal })
    // A proxy without its service.
    return (answer.status >= 500 && (await stored)) || answer
  } catch (error) {
    const page = await stored
    if (page) return page
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Names contain a hash of the content, so a stored file is never stale. */
async function readFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const stored = await caches.match(request, { ignoreSearch: true })
  if (stored) return stored
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(keep(request, copy))
  }
  return answer
}

/** A worker that was removed still serves its page: what was deleted does not come back. */
async function keep(request: Request, answer: Response): Promise<void> {
  if (await caches.has(CACHE)) await (await caches.open(CACHE)).put(request, answer)
}

function isOurPage(page: Response): boolean {
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') ?? false
  return page.ok && !page.redirected && isHtml && page.headers.has('x-request-id')
}
