import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { readLists } from './permission-lists.ts'

export const STATE = { normal: 1, archived: 2, deleted: 3 } as const

/** What the person can do, as far as the record tells. The service decides in the end. */
export interface EntryRights {
  /** May change it, regardless of lock and state. */
  canWrite: boolean
  /** May unlock it. */
  canUnlock: boolean
  /** Nothing on the page can be changed now. */
  isReadOnly: boolean
}

export function rightsOn(entry: Entity, session: Session): EntryRights {
  const canWrite = session.can_write === 1 && mayWrite(entry, session)
  const isAdminHere = isAdminOf(session, entry.team)
  const canUnlock = canWrite && (entry.lockedby === session.userid || isAdminHere)
  return { canWrite, canUnlock, isReadOnly: !canWrite || entry.locked === 1 || entry.state !== STATE.normal }
}

/** Whether the permissions of an entry let the person change it. */
export function mayWrite(
  entry: Pick<Entity, 'userid' | 'team' | 'canwrite' | 'canwrite_base'>,
  session: Session,
): boolean {
  const base = entry.canwrite_base
  if (entry.userid === session.userid || base >= 40) return true
  if (base === 30 && entry.team === session.team) return true
  if (base === 20 && isAdminOf(session, entry.team)) return true
  const lists = readLists(entry.canwrite)
  if (lists.users.includes(session.userid)) return true
  if (session.teams.some((team) => lists.teams.includes(team.id))) return true
  // The members of a group are not known here.
  return lists.teamgroups.length > 0
}

/** Admin rights count only while the person acts in a team where they are admin. */
function isAdminOf(session: Session, team: number): boolean {
  return session.is_admin === 1 && session.teams.some((one) => one.id === team && one.is_admin === 1)
}
