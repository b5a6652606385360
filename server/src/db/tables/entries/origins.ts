import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** What the source of an import says about who wrote something, and when. */
export interface OriginsTable {
  id: Generated<number>
  entity_id: number
  /** 0: the entry itself, or -1: a file of it. */
  comment_id: number
  /** 0: no file. */
  upload_id: Generated<number>
  name: string | null
  email: string | null
  orcid: string | null
  created_at: string | null
  modified_at: string | null
  /** When the entry was locked there, and by whom. */
  locked_at: string | null
  locked_by: string | null
  /** Who imported it. */
  userid: number
}

export const originsTable = table<OriginsTable>()({
  name: 'origins',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'origin',
    id: 'id',
    values: (row) => [
      ...[row.id, row.entity_id, row.comment_id, row.name, row.email, row.orcid, row.created_at, row.modified_at],
      row.userid,
      // A row without any keeps the seal from before there were these columns.
      ...(row.upload_id === 0 && row.locked_at === null && row.locked_by === null
        ? []
        : [row.upload_id, row.locked_at, row.locked_by]),
    ],
  },
  people: { userid: 'stays' },
})
