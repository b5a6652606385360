import type { EntityType } from '@aliquot/contract/common'
import { takeTurns } from '../../../db/dialect.ts'
import { passIds, takeIds } from '../../../db/last-ids.ts'
import type { Db, MovedRow } from '../../../db/schema.ts'
import { cutUnits } from '../../../lib/text.ts'
import { storable } from '../../imports/imports.notes.ts'
import { lookAtEntry } from '../dry-run.ts'
import { MOVED_KIND, MOVED_STATE } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import type { Run } from '../move-in.run.ts'
import type { Seen } from './seen.ts'

/** Ids from here on are not kept: no notebook has so many entries, and the ids of ours shall not run out. */
const HIGHEST_KEPT = 500_000_000
const MOST_TITLE_UNITS = 300
/** The number of the lock for planning ids. */
const TURNS = 8

/**
 * Remembers which of these entries have to be read. A new one gets its id here at once, that of theirs if nobody else has
 * it, so that every text can be pointed to it.
 */
export async function plan(run: Run, type: EntityType, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return
  const { ctx, source } = run
  const kind = MOVED_KIND[type]
  if (run.isDry) return preview(run, type, seen)
  await ctx.db.write(async (db) => {
    // Another move must see which ids this one keeps.
    await takeTurns(db, TURNS, 0)
    const known = await knownOf(db, source.id, kind, seen)
    const fresh = seen.filter(({ id }) => !known.has(id))
    await repo.insert(db, await withIds(db, source.id, kind, fresh))
    for (const one of seen) {
      const row = known.get(one.id)
      if (!row || isSame(run, row, one)) continue
      const set = { state: MOVED_STATE.waiting, seen_by: one.key, listed: one.listed }
      await repo.update(db, { source: source.id, kind, id: one.id }, set)
    }
    const same = seen.filter((one) => isSame(run, known.get(one.id), one)).length
    run.report.of(type).same += same
    await repo.setSource(db, source.id, { modified_at: ctx.now() })
  })
}

async function knownOf(db: Db, source: number, kind: number, seen: readonly Seen[]): Promise<Map<number, MovedRow>> {
  const rows = await repo.findSome(db, { source, kind, ids: JSON.stringify(seen.map(({ id }) => id)) })
  return new Map(rows.map((row) => [row.their_id, row]))
}

function isSame({ isThorough }: Run, row: MovedRow | undefined, { listed }: Seen): boolean {
  return row?.state === MOVED_STATE.here && !isThorough && listed !== null && row.listed === listed
}

async function preview(run: Run, type: EntityType, seen: readonly Seen[]): Promise<void> {
  const { ctx, source } = run
  const known =
    source.id === 0 ? new Map<number, MovedRow>() : await knownOf(ctx.db.read, source.id, MOVED_KIND[type], seen)
  for (const one of seen) {
    const row = known.get(one.id)
    if (isSame(run, row, one)) {
      run.report.count(type, 'same')
      continue
    }
    run.report.count(type, row && row.position !== null ? 'updated' : 'made')
    await lookAtEntry(run, type, one.id, one.key, one.title)
  }
}

async function withIds(db: Db, source_id: number, kind: number, fresh: readonly Seen[]): Promise<repo.NewMoved[]> {
  if (fresh.length === 0) return []
  const kept = fresh.map(({ id }) => id).filter((id) => id <= HIGHEST_KEPT)
  // Nobody else gets them from here on.
  if (kept.length > 0) await passIds(db, 'entities', Math.max(...kept))
  const taken = new Set((await repo.findTaken(db, { ids: JSON.stringify(kept) })).map(({ id }) => id))
  const isKept = (id: number) => id <= HIGHEST_KEPT && !taken.has(id)
  const others = await takeIds(db, 'entities', fresh.filter(({ id }) => !isKept(id)).length)
  return fresh.map(({ id, key, listed, title }) => ({
    ...{ source_id, kind, their_id: id, our_id: isKept(id) ? id : (others.shift() ?? null) },
    ...{ state: MOVED_STATE.waiting, seen_by: key, listed, is_linked: 1 },
    title: storable(cutUnits(title, MOST_TITLE_UNITS)),
  }))
}
