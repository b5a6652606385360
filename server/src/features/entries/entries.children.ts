import { sql } from 'kysely'
import type { Change } from '../../change.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import type { Changes } from '../../journal/changes.ts'
import type { Author, Happening } from '../../journal/record.ts'
import { sealEntity } from '../../journal/seals.ts'
import type { Ahead } from './entries.lookup.ts'
import * as repo from './entries.repo.ts'
import { chosenSettings, readSettings } from './entries.settings.ts'

/**
 * Records a change of a child (a step, a link, a request) in the entry's changelog. The entry keeps its version, so
 * that whoever is editing it is not refused. The caller has locked the row.
 */
export async function recordChildChange(
  work: Change,
  author: Author,
  entry: EntityRow,
  changes: Changes,
  { touch, steps = false, ahead, child }: ChildChange,
): Promise<void> {
  const moved = touch ? { modified_at: work.at, lastchangeby: author.userid } : {}
  if (touch) await (steps ? moveEntryAndSteps : moveEntry)(work.db, { id: entry.id, at: work.at, by: author.userid })
  else if (steps) await refreshStepFlags(work.db, { id: entry.id })
  const tags = await (ahead?.tags ?? repo.listTags(work.db, { id: entry.id }))
  const settings = await readSettings(work.db, entry)
  const own: Happening = {
    chain: entry.id,
    subject: 'entity',
    subjectId: entry.id,
    verb: 'updated',
    changes,
    seal: sealEntity(
      { ...entry, ...moved },
      tags.map(({ id }) => id),
      chosenSettings(settings),
    ),
  }
  await (child ? work.recordAll([child, own]) : work.record(own))
}

interface ChildChange {
  /** Whether to update `modified_at` and `lastchangeby`. */
  touch: boolean
  /** See `refreshStepFlags`. */
  steps?: boolean
  ahead?: Ahead
  /** The event of the child itself, if it is not recorded yet. */
  child?: Happening
}

const moveEntry = prepared(
  (db: Db, p: { id: number; at: string; by: number | null }) =>
    db.updateTable('entities').set({ modified_at: p.at, lastchangeby: p.by }).where('id', '=', p.id),
  { isUnanswered: true },
)

const STEP_FLAGS = {
  has_steps: sql<number>`case when exists (select 1 from steps where entity_id = entities.id) then 1 else 0 end`,
  next_step_id: sql<number | null>`(
    select id from steps where entity_id = entities.id and finished = 0 order by ordering, id limit 1)`,
}

const moveEntryAndSteps = prepared(
  (db: Db, p: { id: number; at: string; by: number | null }) =>
    db
      .updateTable('entities')
      .set({ modified_at: p.at, lastchangeby: p.by, ...STEP_FLAGS })
      .where('id', '=', p.id),
  { isUnanswered: true },
)

/** Call this after a step was added, removed, moved or finished. */
export const refreshStepFlags = prepared(
  (db: Db, p: { id: number }) => db.updateTable('entities').set(STEP_FLAGS).where('id', '=', p.id),
  { isUnanswered: true },
)

/** Call this after a link from the entry was added or removed. */
export const followLinks = prepared((db: Db, p: { id: number }) =>
  db
    .updateTable('entities')
    .set({
      has_links: sql<number>`case when exists (select 1 from entity_links where entity_id = entities.id) then 1 else 0 end`,
    })
    .where('id', '=', p.id),
)

/** Call this after a link to the entry was added or removed. */
export const followLinksTo = prepared((db: Db, p: { id: number }) =>
  db
    .updateTable('entities')
    .set({
      is_linked: sql<number>`case when exists (select 1 from entity_links where target_id = entities.id) then 1 else 0 end`,
    })
    .where('id', '=', p.id),
)

export const noteRequests = prepared((db: Db, p: { id: number }) =>
  db
    .updateTable('entities')
    .set({ has_requests: sql.lit(1) })
    .where('id', '=', p.id),
)
