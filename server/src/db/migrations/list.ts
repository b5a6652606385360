import type { Kysely } from 'kysely'
import * as init from './0001-init.ts'
import * as countEveryone from './0002-count-everyone.ts'

export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

/** In the order they run. A released one is never edited, renamed or removed. */
export const migrations: readonly Migration[] = [
  { name: '0001-init', up: init.up },
  { name: '0002-count-everyone', up: countEveryone.up },
]
