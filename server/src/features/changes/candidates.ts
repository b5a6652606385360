import type { Principals } from '../../access/principals.ts'
import { BASE } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './changes.repo.ts'

const AT_ONCE = 300
/** So many changes of access are sorted here. More are walked through in the order of entries. */
const FEW_CHANGES = 2000

/** Behind every entry. */
export const END = Number.MAX_SAFE_INTEGER

/** What may have begun or ceased to be readable when the names of a reader changed. */
export function concernedBy(before: Principals, after: Principals, actingTeam: number): repo.Concerned {
  const teams = [...before.teams.symmetricDifference(after.teams)]
  const teamgroups = [...before.teamgroups.symmetricDifference(after.teamgroups)]
  const isActing = teams.includes(actingTeam)
  const isRanked = before.adminTeams.symmetricDifference(after.adminTeams).has(actingTeam)
  const bases = [...(isActing ? [BASE.team] : []), ...(isRanked ? [BASE.user] : [])]
  return { teams, teamgroups, ...(bases.length > 0 && { ofTeam: { team: actingTeam, bases } }) }
}

/**
 * The next entries behind one that an event may have opened or closed to the reader, in order: those that it concerns as
 * they are now, and those whose access has changed since, because they may have been others then. `end` is the entry up
 * to which none is left out.
 */
export async function nextConcerned(
  db: Db,
  concerned: repo.Concerned,
  event: number,
  after: number,
  only: number | undefined,
): Promise<{ ids: number[]; end: number }> {
  if (only !== undefined) return { ids: only > after ? [only] : [], end: END }
  const lists = await repo.listConcerned(db, concerned, after, AT_ONCE)
  const ends = lists.filter((list) => list.length === AT_ONCE).map((list) => list.at(-1) ?? 0)
  const changed = await changedSince(db, event, after)
  if (changed.end !== undefined) ends.push(changed.end)
  const end = Math.min(END, ...ends)
  const ids = [...new Set([...lists.flat(), ...changed.ids])].filter((id) => id <= end).sort((a, b) => a - b)
  const first = ids.slice(0, AT_ONCE)
  return { ids: first, end: first.length < ids.length ? (first.at(-1) ?? end) : end }
}

/** The entries behind one whose access has changed since an event; `end` if there may be more behind it. */
async function changedSince(db: Db, event: number, after: number): Promise<{ ids: number[]; end?: number }> {
  const lately = await repo.listEntriesChangedAfter(db, { after: event, most: FEW_CHANGES })
  if (lately.length < FEW_CHANGES) return { ids: lately.map((row) => row.entity_id).filter((id) => id > after) }
  const rows = await repo.listChangedEntries(db, { after, most: FEW_CHANGES })
  const ids = rows.filter((row) => row.event_id > event).map((row) => row.entity_id)
  if (rows.length < FEW_CHANGES) return { ids }
  // The last entry may have more rows than were read. It was cut off, unless it is the only one.
  const last = rows.at(-1)?.entity_id ?? 0
  const end = rows[0]?.entity_id === last ? last : last - 1
  return { ids: [...ids, last].filter((id) => id <= end), end }
}
