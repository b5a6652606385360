import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import type { Happening } from '../../journal/record.ts'
import { followLinks, followLinksTo } from '../entries/entries.children.ts'
import * as repo from './links.repo.ts'
import { addLinks, linkEvent } from './links.set.ts'

export interface RestoredLinks {
  isChanged: boolean
  /** Differences that stay, because the actor may not read the linked entry. */
  hidden: number[]
  /** Restored or kept link targets that are not shown because they are deleted. */
  trashed: repo.EndRow[]
}

/** Locks an entry with its current and former targets, in order of id. */
export async function holdLinked(work: Change, entity: number, wanted: ReadonlySet<number>): Promise<void> {
  await repo.holdAll(work.db, [entity, ...wanted.union(await targetsOf(work, entity))])
}

/** Restores the links of an entry. The caller has locked all of them and records the change. */
export async function restoreLinks(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  wanted: ReadonlySet<number>,
): Promise<RestoredLinks> {
  const present = await targetsOf(work, entry.id)
  const known = JSON.stringify([...wanted.union(present)])
  const ends = new Map((await repo.listEnds(work.db, { ...whoOf(actor), ids: known })).map((row) => [row.id, row]))
  const hidden: number[] = []
  const readable = (ids: ReadonlySet<number>) =>
    [...ids].flatMap((id) => {
      const end = ends.get(id)
      if (!end) hidden.push(id)
      return end ?? []
    })
  const removed = readable(present.difference(wanted))
  const added = readable(wanted.difference(present))
  const events: Happening[] = []
  for (const target of removed) {
    const [link] = await repo.remove(work.db, { entity: entry.id, target: target.id })
    if (link) events.push(linkEvent('deleted', link, target))
    await followLinksTo(work.db, { id: target.id })
    await work.rest()
  }
  await work.recordAll(events)
  if (removed.length > 0) await followLinks(work.db, { id: entry.id })
  if (added.length > 0) await addLinks(work, entry, added)
  const trashed = [...wanted].flatMap((id) => ends.get(id) ?? []).filter(({ state }) => state === 3)
  return { isChanged: removed.length + added.length > 0, hidden, trashed }
}

async function targetsOf(work: Change, entity: number): Promise<Set<number>> {
  return new Set((await repo.listTargetIds(work.db, { entity })).map(({ id }) => id))
}
