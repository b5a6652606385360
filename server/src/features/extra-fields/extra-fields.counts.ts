import { type RawBuilder, sql } from 'kysely'
import type { Who } from '../../access/visibility.ts'
import type { Engine } from '../../db/dialect.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { isCountedAlike } from '../counts/entry-counts.ts'
import { usageCounts } from '../counts/usage-counts.ts'
import { fieldNamesOf } from '../entries/entries.fields.ts'

/** The columns that decide which field names of an entry are counted, and in which bucket. */
export type FieldEntry = Pick<EntityRow, 'type' | 'team' | 'userid' | 'state' | 'canread_base' | 'metadata'>

const DELETED = 3
const COUNTED_TYPES = [1, 2]
/** Longer names are more than an index can hold, and nobody would choose them from a list. */
const MOST_CHARACTERS = 200

/** Experiments and resources that are not deleted. */
function isCounted(entry: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${entry}.state`)} <> ${sql.lit(DELETED)} and ${sql.ref(`${entry}.type`)} in (1, 2)`
}

const counts = usageCounts<string>({
  counts: 'field_counts',
  uses: 'entity_fields',
  key: 'name',
  keyType: 'text',
  isCounted,
})

/** Updates the number of entries per field. `before` is undefined for a new entry. */
export async function countFields(db: Db, before: FieldEntry | undefined, after: FieldEntry): Promise<void> {
  const isSameBucket = before && isCountedAlike(before, after)
  if (isSameBucket && before.metadata === after.metadata) return
  const had = before ? namesIn(before) : new Set<string>()
  const has = namesIn(after)
  const [gone, come] = isSameBucket ? [had.difference(has), has.difference(had)] : [had, has]
  if (before) await counts.add(db, before, [...gone].sort(), -1)
  await counts.add(db, after, [...come].sort(), 1)
}

/** The counted names of an entry. */
export function namesIn({ type, state, metadata }: Pick<FieldEntry, 'type' | 'state' | 'metadata'>): Set<string> {
  if (metadata === null || state === DELETED || !COUNTED_TYPES.includes(type)) return new Set()
  return new Set([...fieldNamesOf(metadata)].filter(isCountedName))
}

function isCountedName(name: string): boolean {
  return name.length <= MOST_CHARACTERS || [...name].length <= MOST_CHARACTERS
}

/** A row for each counted field of an entry, to recount. */
export function countedFields(): RawBuilder<unknown> {
  return sql`
    select distinct f.entity_id, f.name, e.userid, e.team, e.canread_base
    from entity_fields as f join entities as e on e.id = f.entity_id
    where ${isCounted('e')} and ${isShort('f')}`
}

/** Names and numbers, to be summed, of entries that the person may read. */
export function readableFields(engine: Engine, who: Who): RawBuilder<unknown> {
  return counts.readable(engine, who, isShort)
}

function isShort(table: string): RawBuilder<boolean> {
  return sql`length(${sql.ref(`${table}.name`)}) <= ${sql.lit(MOST_CHARACTERS)}`
}
