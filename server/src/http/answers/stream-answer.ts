import type { Readable } from 'node:stream'
import { CHUNK, MOST_IDLE_MS, startWaiting, type Watcher, watchedStream } from './lists.ts'
import type { Follower } from './send-progress.ts'

/** A file as an answer that is made while it is sent: its length is not known before. */
export class StreamAnswer {
  readonly type: string
  readonly kind: 'inline' | 'attachment'
  readonly name: string
  /** Nothing happens before the first of them is asked for. */
  readonly parts: AsyncIterable<Buffer | string>
  /** How many entries it has, where that is known. */
  readonly total: { total?: number; totalIsExact?: boolean }
  readonly follower: Follower | undefined

  constructor(file: {
    type: string
    kind: 'inline' | 'attachment'
    name: string
    parts: AsyncIterable<Buffer | string>
    total?: { total?: number; totalIsExact?: boolean }
    follower?: Follower | undefined
  }) {
    this.type = file.type
    this.kind = file.kind
    this.name = file.name
    this.parts = file.parts
    this.total = file.total ?? {}
    this.follower = file.follower
  }
}

/** Sends the parts as they are made, many small ones together. The next are made when the client has taken the earlier ones. */
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
    // SQLite and a quick client never make us wait; everybody else's requests would.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (length === 0) return
  yield Buffer.concat(waiting)
  watcher.sent?.(length)
}
