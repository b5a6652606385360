import { sql } from 'kysely'
import type { Who } from '../../access/visibility.ts'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { usageCounts } from '../counts/usage-counts.ts'

/** The columns that decide in which bucket the tags of an entry are counted. */
export type TaggedEntry = Pick<EntityRow, 'id' | 'team' | 'userid' | 'state' | 'canread_base'>

const DELETED = 3

const counts = usageCounts<number>({
  counts: 'tag_counts',
  uses: 'entity_tags',
  key: 'tag_id',
  keyType: 'integer',
  isCounted: (entry) => sql`${sql.ref(`${entry}.state`)} <> ${sql.lit(DELETED)}`,
})

/** Updates the counts of tags that were added to or removed from an entry. Deleted entries do not count. */
export async function countTags(db: Db, entry: TaggedEntry, tagIds: readonly number[], change: 1 | -1): Promise<void> {
  if (entry.state !== DELETED) await counts.add(db, entry, tagIds, change)
}

/** Moves the counts when the entry changes its bucket: owner, base level or state. */
export async function moveTagCounts(
  db: Db,
  before: TaggedEntry,
  after: TaggedEntry,
  tagIds: readonly number[],
): Promise<void> {
  const decides = ['team', 'userid', 'canread_base'] as const
  const wasDeleted = before.state === DELETED
  if (wasDeleted === (after.state === DELETED) && decides.every((column) => before[column] === after[column])) return
  await countTags(db, before, tagIds, -1)
  await countTags(db, after, tagIds, 1)
}

/** On how many readable entries, deleted ones excluded, the tags are. */
export async function countUses(db: Db, who: Who, tagIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await findUses(db, { ...who, tags: JSON.stringify(tagIds) })
  return new Map(rows.map(({ tag_id, uses }) => [tag_id, Number(uses)]))
}

const findUses = prepared((db: Db, p: Who & { tags: string }, engine) => {
  const readable = counts.readable(engine, p, (table) => inNumbers(engine, sql.ref(`${table}.tag_id`), p.tags))
  return {
    compile: () =>
      sql<{ tag_id: number; uses: number }>`
        select tag_id, sum(total) as uses from (${readable}) as readable group by tag_id`.compile(db),
  }
})
