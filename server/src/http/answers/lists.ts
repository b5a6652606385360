import { Readable } from 'node:stream'
import type { KeyedPage, List } from '../../records/page.ts'

/** `X-Total-Count`, and RFC 8288 links to other pages. */
export function pageHeaders(
  page: List<unknown> | KeyedPage<unknown>,
  url: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const headers: Record<string, string> = {}
  if (page.total !== undefined) {
    headers['x-total-count'] = String(page.total)
    if (page.totalIsExact === false) headers['x-total-count-relation'] = 'gte'
  }
  if (limit <= 0) return headers
  const links: string[] = []
  const isLast =
    page.total !== undefined && page.totalIsExact !== false
      ? offset + limit >= page.total
      : ('rows' in page ? page.rows.length : (page.length ?? limit)) < limit
  if (!isLast) links.push(`<${withOffset(url, offset + limit)}>; rel="next"`)
  if (offset > 0) links.push(`<${withOffset(url, Math.max(0, offset - limit))}>; rel="prev"`)
  if (links.length > 0) headers.link = links.join(', ')
  return headers
}

const MOST_KNOWN = 500
const MOST_KNOWN_LENGTH = 300
/** Earlier links. Parsing an address takes 3 % of the CPU of a list. */
const knownLinks = new Map<string, string>()

function withOffset(url: string, offset: number): string {
  const key = `${offset} ${url}`
  const known = knownLinks.get(key)
  if (known !== undefined) return known
  const next = new URL(url)
  next.searchParams.set('offset', String(offset))
  const { href } = next
  if (key.length > MOST_KNOWN_LENGTH) return href
  if (knownLinks.size >= MOST_KNOWN) knownLinks.clear()
  knownLinks.set(key, href)
  return href
}

export const CHUNK = 65_536
export const MOST_IDLE_MS = 60_000

/** The client read nothing for too long while its list held a database connection. */
export class ClientTooSlow extends Error {}

/** Notified when the client keeps us waiting, and when it has read what was ready. */
export interface Watcher {
  waitingSince: number | undefined
  cutOff(): void
  /** Called with the number of bytes read. */
  sent?: ((bytes: number) => void) | undefined
}

/** Streams a list as JSON in constant memory: more rows are read only once the client has taken the earlier ones. */
export function jsonStream<Row>(
  rows: AsyncIterable<Row>,
  stringify: (row: Row) => string,
  mostIdleMs = MOST_IDLE_MS,
  watcher: Watcher = { waitingSince: undefined, cutOff: () => {} },
): Readable {
  return watchedStream(chunks(rows, stringify, mostIdleMs, watcher), watcher)
}

/** A stream that its watcher can cut off. */
export function watchedStream(parts: AsyncIterable<string | Buffer>, watcher: Watcher): Readable {
  const stream = Readable.from(parts, { objectMode: false, highWaterMark: CHUNK })
  watcher.cutOff = () => stream.destroy(new ClientTooSlow('The client did not take what was ready for it'))
  return stream
}

/** Call it before handing something over, and the returned function once that was taken. */
export function startWaiting(watcher: Watcher, mostIdleMs: number): () => void {
  watcher.waitingSince = performance.now()
  const timer = setTimeout(() => watcher.cutOff(), mostIdleMs).unref()
  return () => {
    clearTimeout(timer)
    watcher.waitingSince = undefined
  }
}

async function* chunks<Row>(
  rows: AsyncIterable<Row>,
  stringify: (row: Row) => string,
  mostIdleMs: number,
  watcher: Watcher,
): AsyncGenerator<string> {
  let chunk = '['
  let first = true
  for await (const row of rows) {
    chunk += first ? stringify(row) : `,${stringify(row)}`
    first = false
    if (chunk.length < CHUNK) continue
    const taken = startWaiting(watcher, mostIdleMs)
    yield chunk
    taken()
    watcher.sent?.(Buffer.byteLength(chunk))
    chunk = ''
    // SQLite and a fast client never pause, so yield to other requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const rest = `${chunk}]`
  yield rest
  watcher.sent?.(Buffer.byteLength(rest))
}
