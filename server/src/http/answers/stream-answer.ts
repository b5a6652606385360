import type { Readable } from 'node:stream'
import { CHUNK, MOST_IDLE_MS, startWaiting, type Watcher, watchedStream } from './lists.ts'

/**
 * Streams generated parts and joins small ones. More parts are generated only once the client has taken the earlier
 * ones.
 */
export function partStream(
  parts: AsyncIterable<Buffer | string>,
  watcher: Watcher,
  mostIdleMs = MOST_IDLE_MS,
): Readable {
  return watchedStream(gather(parts, watcher, mostIdleMs), watcher)
}

async function* gather(
  parts: AsyncIterable<Buffer | string>,
  watcher: Watcher,
  mostIdleMs: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    waiting.push(bytes)
    length += bytes.length
    if (length < CHUNK) continue
    const taken = startWaiting(watcher, mostIdleMs)
    yield waiting.length === 1 ? bytes : Buffer.concat(waiting)
    taken()
    watcher.sent?.(length)
    waiting = []
    length = 0
    // SQLite and a fast client never pause, so yield to other requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (length === 0) return
  yield Buffer.concat(waiting)
  watcher.sent?.(length)
}
