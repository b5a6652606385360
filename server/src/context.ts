import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import type { Database } from './db/database.ts'
import type { Files } from './files/files.ts'

/** What every service needs; built once at start. */
export interface Context {
  config: Config
  db: Database
  files: Files
  log: Logger
  counters: Counters
  /** The present as it is stored: `2026-03-02T09:15:40.123Z`. */
  now(): string
}
