import type { Engine } from './dialect.ts'
import type { EntryIndex } from './entry-index.ts'
import { POSTGRES_ENTRY_INDEX } from './postgres/entry-index.ts'
import { SQLITE_ENTRY_INDEX } from './sqlite/entry-index.ts'

export const ENTRY_INDEX: Readonly<Record<Engine, EntryIndex>> = {
  sqlite: SQLITE_ENTRY_INDEX,
  postgres: POSTGRES_ENTRY_INDEX,
}
