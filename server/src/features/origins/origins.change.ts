import type { Change } from '../../change.ts'
import { preparedInsert } from '../../db/prepared.ts'
import type { Db, OriginRow } from '../../db/schema.ts'
import { originsTable } from '../../db/tables/entries/origins.ts'
import { type Changes, fieldChange } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'

const TOLD = [
  'comment_id',
  'upload_id',
  'name',
  'email',
  'orcid',
  'created_at',
  'modified_at',
  'locked_at',
  'locked_by',
] as const

/** Keeps what the source of an import says about who wrote an entry or a comment, or added a file. Part of the change that makes it. */
export async function addOrigin(work: Change, values: Omit<OriginRow, 'id'>): Promise<void> {
  const row: OriginRow = { id: await insert(work.db, values), ...values }
  const changes: Changes = {}
  for (const field of TOLD) {
    const value = row[field]
    if (value !== null && !(field === 'upload_id' && value === 0)) changes[field] = fieldChange(undefined, value)
  }
  await work.record({
    chain: row.entity_id,
    subject: 'origin',
    subjectId: row.id,
    verb: 'created',
    changes,
    seal: sealOf(originsTable, row),
  })
}

const insert = preparedInsert((db: Db, p: Omit<OriginRow, 'id'>) =>
  db.insertInto('origins').values({
    entity_id: p.entity_id,
    comment_id: p.comment_id,
    upload_id: p.upload_id,
    name: p.name,
    email: p.email,
    orcid: p.orcid,
    created_at: p.created_at,
    modified_at: p.modified_at,
    locked_at: p.locked_at,
    locked_by: p.locked_by,
    userid: p.userid,
  }),
)
