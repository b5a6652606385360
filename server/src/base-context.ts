import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import type { Database } from './db/database.ts'
import type { PersonSignals } from './lib/signals/person-signals.ts'
import type { Signal } from './lib/signals/signal.ts'

/** The part of the context that lower layers need. */
export interface BaseContext {
  config: Config
  db: Database
  log: Logger
  counters: Counters
  /** Raised after each change that was stored. */
  committed: Signal
  /** Tells people's open pages what to read again. */
  signals: PersonSignals
  /** The current time as stored: `2026-03-02T09:15:40.123Z`. */
  now(): string
}
