import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The files of entries. Their content is in the file store, under its hash. */
export interface UploadsTable {
  id: Generated<number>
  entity_id: number
  /** The uploader. */
  userid: number
  real_name: string
  /** Unique; texts refer to it. */
  long_name: string
  comment: string | null
  /** SHA-256, hex. */
  hash: string
  filesize: number
  /** Detected from the content. */
  mime: string
  /** 1 normal, 2 archived, 3 deleted. */
  state: number
  /** The state that it gets back when its deleted entry is restored. */
  parked_state: number | null
  immutable: Generated<number>
  created_at: string
  modified_at: string
  version: Generated<number>
  /** The file that it replaces; never changes. */
  replaces: number | null
}

export const uploadsTable = table<UploadsTable>()({
  name: 'uploads',
  key: ['id'],
  backup: 'kept',
  // Not `replaces`, which is derived from the events.
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'upload',
    id: 'id',
    values: (row) => [
      ...[row.id, row.entity_id, row.userid, row.real_name, row.long_name, row.comment, row.hash, row.filesize],
      ...[row.mime, row.state, row.parked_state, row.immutable, row.created_at, row.modified_at, row.version],
    ],
  },
  people: { userid: 'stays' },
})
