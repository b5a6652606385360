import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'

/**
 * JSON lines, or readable ones on a terminal. Lines are gathered and written a few kilobytes at a time: one write a
 * request would cost more than half of the throughput.
 */
export function openLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (process.stdout.isTTY) return pino(options, pretty({ colorize: true, ignore: 'reqId,address,via', sync: true }))
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 })
  setInterval(() => destination.flush(), 500).unref()
  return pino(options, destination)
}
