import { BASE, BASES } from '../../../access/visibility.ts'
import { configOf } from '../../../instance-config/current.ts'
import { formatGrantees } from '../../entries/entries.permissions.ts'
import { findOurs } from '../known.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import { personFor } from '../people/people.ts'
import { teamFor } from '../people/teams.ts'
import type { TheirEntry } from '../source/entry.ts'
import { isRecord, type Json } from '../source/values.ts'
import type { Leave } from './notes.ts'

/** The lists and levels of an entry with our ids. Nobody gets in who was not let in there. */
export async function permissionsHere(
  run: Run,
  { permissions, team }: TheirEntry,
  leave: Leave,
): Promise<Record<string, string | number>> {
  const { allowedLevels } = await configOf(run.ctx)
  const ours: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(permissions)) {
    ours[name] = name.endsWith('_base')
      ? levelHere(Number(value), allowedLevels, leave)
      : await listsHere(run, String(value), team, leave)
  }
  return ours
}

function levelHere(level: number, allowed: ReadonlySet<number>, leave: Leave): number {
  if (allowed.has(level)) return level
  const known = BASES.includes(level) ? level : BASE.useronly
  leave('level_off', String(level))
  const narrower = [...allowed].filter((one) => one < known)
  // A wider one would let people in. Entries may keep a level that is off.
  return narrower.length > 0 ? Math.max(...narrower) : known
}

async function listsHere(run: Run, text: string, team: number, leave: Leave): Promise<string> {
  const lists = read(text)
  const teams: number[] = []
  const users: number[] = []
  const teamgroups: number[] = []
  for (const id of idsIn(lists, 'teams')) {
    const ours = await teamFor(run, id)
    if (ours !== undefined) teams.push(ours)
  }
  for (const id of idsIn(lists, 'users')) {
    const ours = await personFor(run, id, undefined, team)
    if (ours === undefined) leave('person_left', String(id))
    else users.push(ours)
  }
  for (const id of idsIn(lists, 'teamgroups')) {
    const ours = await findOurs(run, MOVED_KIND.teamgroups, id)
    if (ours === undefined) leave('group_left', String(id))
    else teamgroups.push(ours)
  }
  return formatGrantees({ teams: unique(teams), teamgroups: unique(teamgroups), users: unique(users) })
}

function read(text: string): Json {
  try {
    const lists: unknown = JSON.parse(text)
    return isRecord(lists) ? lists : {}
  } catch {
    return {}
  }
}

/** Old versions wrote ids as texts. */
function idsIn(lists: Json, name: string): number[] {
  const list = lists[name]
  return Array.isArray(list) ? list.map(Number).filter((id) => Number.isInteger(id) && id > 0) : []
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)]
}
