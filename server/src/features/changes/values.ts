import type { FeedChange } from '@aliquot/contract/changes'
import type { Db } from '../../db/schema.ts'
import type { Changes, FieldChange, Json } from '../../journal/changes.ts'
import { findRow } from '../timeline/timeline.lookup.ts'
import { valueThen } from '../timeline/value-then.ts'
import { shownFields } from './kinds.ts'
import type { Line } from './lines.ts'

type Values = NonNullable<FeedChange['values']>

/** The old and the new value of each field of a line. An entry that is gone shows none. */
export async function valuesOf(db: Db, { event, kind }: Line): Promise<Values> {
  if (kind === 'access.lost' || kind === 'access.gained') return {}
  const [row] = await findRow(db, { chain: event.chain, position: event.position })
  const changes: Changes = JSON.parse(row?.changes ?? '{}')
  const values: Values = {}
  for (const field of shownFields(event)) values[field] = await valueIn(db, event, field, changes[field])
  return values
}

/** The journal has long texts as differences, and of those that were replaced only the hash. */
async function valueIn(
  db: Db,
  event: Line['event'],
  field: string,
  change: FieldChange | undefined,
): Promise<{ before: Json; after: Json }> {
  if (change && !('hash' in change) && !isHash(change.before)) {
    return { before: change.before ?? null, after: change.after ?? null }
  }
  const place = { chain: event.chain, subject: event.subject, subjectId: event.subject_id }
  const before = event.verb === 'created' ? null : await valueThen(db, place, field, event.position - 1)
  const after = event.verb === 'deleted' ? null : await valueThen(db, place, field, event.position)
  return { before: before ?? null, after: after ?? null }
}

function isHash(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'hash' in value
}
