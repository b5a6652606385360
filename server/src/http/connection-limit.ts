import { readdir, readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Reserved for files, the database and other descriptors when all connections are taken. */
const SPARE_PART = 1 / 8
const LEAST_SPARE = 16
const MOST_SPARE = 256
const BETWEEN_LINES_MS = 60_000
const BETWEEN_LOOKS_MS = 10_000
const NEARLY_ALL = 0.9

/**
 * Limits connections to the available descriptors and logs when there are too many. Otherwise the system resets them,
 * files cannot be opened either, and nobody is told.
 */
export async function limitConnections(server: Server, log: Logger): Promise<{ stop(): void }> {
  const { open, most } = await descriptors()
  if (most === undefined) return { stop: () => {} }
  const spare = Math.min(MOST_SPARE, Math.max(LEAST_SPARE, Math.ceil(most * SPARE_PART)))
  boundConnections(server, log, Math.max(1, most - open - spare))
  const tell = atIntervals(() =>
    log.error(`nearly all file descriptors are open, of ${most}: raise the limit (LimitNOFILE)`),
  )
  const timer = setInterval(async () => {
    const now = await descriptors()
    if (now.open > most * NEARLY_ALL) tell()
  }, BETWEEN_LOOKS_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Drops connections beyond the limit, and then closes idle ones to make room. */
export function boundConnections(server: Server, log: Logger, most: number): void {
  server.maxConnections = most
  const tell = atIntervals((dropped) =>
    log.error(
      { dropped },
      `connections were dropped: ${most} are open, raise the limit of file descriptors (LimitNOFILE)`,
    ),
  )
  server.on('drop', () => {
    tell()
    server.closeIdleConnections()
  })
}

/** Logs at most one line a minute, with the number of occurrences since the last line. */
function atIntervals(line: (times: number) => void): () => void {
  let times = 0
  let last = Number.NEGATIVE_INFINITY
  return () => {
    times++
    if (performance.now() - last < BETWEEN_LINES_MS) return
    line(times)
    times = 0
    last = performance.now()
  }
}

/** Open descriptors and their limit, where the system reports them: Linux. */
export async function descriptors(): Promise<{ open: number; most: number | undefined }> {
  try {
    const open = (await readdir('/proc/self/fd')).length
    const limit = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1]
    return { open, most: limit === undefined ? undefined : Number(limit) }
  } catch (error) {
    // Not even this check gets a descriptor.
    const isFull = ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
    return { open: isFull ? Number.POSITIVE_INFINITY : 0, most: undefined }
  }
}
