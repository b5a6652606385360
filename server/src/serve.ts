import { constants } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { closeToOthers, warnOfOpenDoors } from './closed-to-others.ts'
import { readConfig } from './config.ts'
import { closeGently } from './http/closing.ts'
import { openLog } from './log.ts'
import { startService } from './service.ts'

/** Starts the service, which runs until a signal. Used by `npm start` and `aliquot serve`. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const log = await openLog(config)
  logBugs(log)
  await closeToOthers(config, log)
  const { app, address, offerSetup, close } = await startService(config, log)
  stopOnSignal(app, log, close)
  await warnOfOpenDoors(config, log)

  console.log(`Aliquot is ready at ${address}`)
  // After listening: a start that fails because the port is in use must not invalidate the running server's link.
  const link = await offerSetup()
  if (link) console.log(`\nNobody has an account yet. Make the first one here:\n\n  ${link}\n`)
  setTimeout(keepHeapSmall, AFTER_START_MS).unref()
}

const AFTER_START_MS = 1000

/**
 * By default V8 lets old objects grow to a multiple before it collects them: long imports took 100 MB of garbage. During the
 * start the heap grows anyway, and early collections would only slow it down. What only the start needed would stay, because
 * an idle service has no reason to collect.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=25')
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const CUT_OFF_AFTER_MS = 20_000
const GIVE_UP_AFTER_MS = 28_000
/** npm forwards a Ctrl-C that the terminal has already sent to the whole process group. */
const SAME_SIGNAL_MS = 1000

/**
 * Shuts down gracefully: accepts nothing new, answers what is under way, then closes everything. Slow readers are cut
 * off in time to finish within 30 seconds. A second signal ends at once.
 */
function stopOnSignal(app: FastifyInstance, log: Logger, close: () => Promise<void>): void {
  let since: number | undefined
  const stop = (reason: string) => {
    if (since !== undefined) return
    since = performance.now()
    log.info(`stopping (${reason})`)
    setTimeout(() => app.server.closeAllConnections(), CUT_OFF_AFTER_MS)
    setTimeout(() => end(1), GIVE_UP_AFTER_MS)
    closeGently(app)
      .then(close)
      .then(() => end(0))
      .catch((error: unknown) => {
        log.fatal({ err: error }, 'could not stop properly')
        end(1)
      })
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (since === undefined) stop(signal)
    else if (performance.now() - since > SAME_SIGNAL_MS) end(128 + constants.signals[signal])
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  whenStarterEnds(() => stop('what started it has ended'))
}

const BETWEEN_LOOKS_MS = 500

/** npm forwards a signal to the shell that runs us. The shell ends and does not tell us. */
function whenStarterEnds(ended: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const starter = process.ppid
  setInterval(() => process.ppid !== starter && ended(), BETWEEN_LOOKS_MS).unref()
}

/** The log flushes its buffer when the process exits. */
function end(code: number): never {
  process.exit(code)
}

/** An unhandled rejection harms nobody else and is logged; after an uncaught exception nothing is certain. */
function logBugs(log: Logger): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'bug: unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'bug: uncaught exception')
    end(1)
  })
  // The reader of our output may go; the service continues.
  process.stdout.on('error', () => {})
}
