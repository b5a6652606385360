import pino, { type DestinationStream, type Logger } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Config } from './config.ts'
import { timeNow } from './lib/clock.ts'

/**
 * Logs JSON lines, or readable ones on a terminal. Lines are buffered and written together: a write per request would
 * cost more than half of the throughput. The buffer is flushed when the process ends, also after an uncaught error.
 */
export async function openLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Promise<Logger> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pino({ level, base: null }, pretty(readable))
  }
  return pino({ level, base: null, timestamp: () => `,"time":"${timeNow()}"` }, gatherLines())
}

/** Internals of Pino that build a line. */
interface LineParts {
  [pino.symbols.timeSym](): string
  [pino.symbols.streamSym]: DestinationStream
}

const INFO = pino.levels.values.info

/**
 * Writes the line that `log.info(fields)` would write, for plain values and a logger without bindings. Pino serialises
 * each name and value separately, which takes more than twice as long.
 */
export function infoPlainly(log: Logger, fields: object): void {
  if (!log.isLevelEnabled('info')) return
  const parts = log as unknown as LineParts
  const time = parts[pino.symbols.timeSym]()
  parts[pino.symbols.streamSym].write(`{"level":${INFO}${time},${JSON.stringify(fields).slice(1)}\n`)
}

const MOST_UNITS = 32_768
const MOST_WAIT_MS = 500
/**
 * The most to buffer if the log cannot be written because nobody reads it or the disk is full; further lines are lost.
 */
const MOST_HELD_UNITS = 16 * 1024 * 1024

/** Pino's own destination can buffer too, but measures the whole buffer with each line. */
function gatherLines(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: MOST_HELD_UNITS })
  let gathered = ''
  // The service goes on without its log, and each flush retries.
  let isStuck = false
  destination.on('error', () => {
    isStuck = true
  })
  destination.on('drain', () => {
    isStuck = false
  })
  const flush = () => {
    if (gathered !== '') destination.write(gathered)
    gathered = ''
  }
  setInterval(flush, MOST_WAIT_MS).unref()
  // Before the destination's own handler, after which it accepts nothing.
  for (const end of ['beforeExit', 'exit']) process.prependListener(end, flush)
  process.prependListener('exit', () => {
    // It would retry forever.
    if (isStuck) destination.flushSync = () => {}
  })
  return {
    write(line) {
      gathered += line
      if (gathered.length >= MOST_UNITS) flush()
    },
  }
}

const readable: PrettyOptions = {
  colorize: true,
  sync: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'reqId,address,via,method,path,status,ms,user',
  messageFormat: (line, messageKey) =>
    line.method ? `${line.status} ${line.method} ${line.path} ${line.ms} ms` : String(line[messageKey] ?? ''),
}
