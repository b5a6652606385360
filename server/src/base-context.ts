import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import type { Database } from './db/database.ts'

/** The part of the context that the lower floors need. */
export interface BaseContext {
  config: Config
  db: Database
  log: Logger
  counters: Counters
  /** The present as it is stored: `2026-03-02T09:15:40.123Z`. */
  now(): string
}
