import pino, { type DestinationStream, type Logger } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Config } from './config.ts'
import { timeNow } from './lib/clock.ts'

/**
 * JSON lines, or readable ones on a terminal. Lines are gathered and written many at a time: one write a request would
 * cost more than half of the throughput. What is gathered is written when the process ends, also by an uncaught error.
 */
export async function openLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Promise<Logger> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pino({ level, base: null }, pretty(readable))
  }
  return pino({ level, base: null, timestamp: () => `,"time":"${timeNow()}"` }, gatherLines())
}

/** What a logger of Pino's makes its lines with. */
interface LineParts {
  [pino.symbols.timeSym](): string
  [pino.symbols.streamSym]: DestinationStream
}

const INFO = pino.levels.values.info

/**
 * The line that `log.info(fields)` would write, for fields that are plain values and a logger without fields of its own.
 * Pino makes the text of each name and each value apart, which takes more than twice as long.
 */
export function infoPlainly(log: Logger, fields: object): void {
  if (!log.isLevelEnabled('info')) return
  const parts = log as unknown as LineParts
  const time = parts[pino.symbols.timeSym]()
  parts[pino.symbols.streamSym].write(`{"level":${INFO}${time},${JSON.stringify(fields).slice(1)}\n`)
}

const MOST_UNITS = 32_768
const MOST_WAIT_MS = 500
/** What is held of a log that cannot be written, because nobody reads it or there is no room; further lines are lost. */
const MOST_HELD_UNITS = 16 * 1024 * 1024

/** Pino's own destination can gather, too, but measures all that it has gathered with each line. */
function gatherLines(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: MOST_HELD_UNITS })
  let gathered = ''
  // The service goes on without its log, and each flush tries again.
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
  // Before the destination, which writes what it has been given and takes no more.
  for (const end of ['beforeExit', 'exit']) process.prependListener(end, flush)
  process.prependListener('exit', () => {
    // It would try for ever.
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
