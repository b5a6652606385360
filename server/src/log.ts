import pino, { type Logger } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Config } from './config.ts'

/**
 * JSON lines, or readable ones on a terminal. Lines are gathered and written a few kilobytes at a time: one write a
 * request would cost more than half of the throughput. What is gathered is written when the process ends, also by an
 * uncaught error.
 */
export async function openLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Promise<Logger> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pino({ level, base: null }, pretty(readable))
  }
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 })
  setInterval(() => destination.flush(), 500).unref()
  return pino({ level, base: null, timestamp: timeOfLine }, destination)
}

const readable: PrettyOptions = {
  colorize: true,
  sync: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'reqId,address,via,method,path,status,ms,user',
  messageFormat: (line, messageKey) =>
    line.method ? `${line.status} ${line.method} ${line.path} ${line.ms} ms` : String(line[messageKey] ?? ''),
}

let lastAt = 0
let lastText = ''

/** Many lines fall into one millisecond, and writing a date costs more than the rest of a line. */
function timeOfLine(): string {
  const at = Date.now()
  if (at !== lastAt) {
    lastAt = at
    lastText = `,"time":"${new Date(at).toISOString()}"`
  }
  return lastText
}
