import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import type { Database } from './db/database.ts'

/** The part of the context that lower layers need. */
export interface BaseContext {
  config: Config
  db: Database
  log: Logger
  counters: Counters
  /** The current time as stored: `2026-03-02T09:15:40.123Z`. */
  now(): string
}
