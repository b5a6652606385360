import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Files of entries that are made in the background. */
export interface StoredExportsTable {
  id: Generated<number>
  /** Who asked for it. */
  userid: number
  /** The team in which they asked for it. */
  team: number
  format: string
  /** JSON of what was asked for. */
  options: string
  /** See STORED_EXPORT_STATE. */
  state: number
  /** How many entries it will have; null: not counted yet. */
  total: number | null
  done: Generated<number>
  /** The file in the folder of exports, perhaps half written; null: none yet. */
  file: string | null
  /** The name under which people get the file; null like the others below until it is ready. */
  name: string | null
  bytes: number | null
  hash: string | null
  /** JSON of why it failed. */
  error: string | null
  /** The credential and the address of the request. */
  via: string
  address: string
  created_at: string
  modified_at: string
  expires_at: string
}

const PROGRESS = 'the progress; its end is an event'

export const storedExportsTable = table<StoredExportsTable>()({
  name: 'exports',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'stored_export',
    id: 'id',
    values: (row) => [
      ...[row.id, row.userid, row.team, row.format, row.options, row.via, row.address, row.created_at],
      ...[row.name, row.bytes, row.hash, row.error],
    ],
  },
  unguarded: {
    state: PROGRESS,
    total: PROGRESS,
    done: PROGRESS,
    file: PROGRESS,
    modified_at: PROGRESS,
    expires_at: PROGRESS,
  },
  people: { userid: 'removed' },
})
