import type { Once } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { usersTable } from '../../db/tables/people/users.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { parseDate } from '../../lib/dates.ts'
import { setSeenOfWaiting } from '../notifications/notifications.change.ts'
import { CATEGORY } from '../notifications/notifications.lookup.ts'
import { mailOfOwnAccount } from '../notifications/notify.ts'
import { forgetDevices } from '../sessions/sessions.devices.ts'
import { renewToken } from '../sessions/sessions.start.ts'
import { addToSearch } from './people-search.ts'
import { endAccessByLink } from './users.access-by-link.ts'
import { endSessions } from './users.credentials.ts'
import * as repo from './users.repo.ts'
import { keepingSysadmin } from './users.sysadmins.ts'

/**
 * Whether and with which rights a person may sign in. The caller has checked the right to change it; the command line
 * always may.
 */

export function setValidated(ctx: Context, author: Author, userid: number, isValidated: boolean): Promise<void> {
  return change(ctx, author, (work) => changeUser(ctx, work, userid, { validated: isValidated ? 1 : 0 }))
}

/** The last day of an account, `2026-12-31`; null for no end. */
export async function setValidUntil(ctx: Context, author: Author, userid: number, day: string | null): Promise<void> {
  const validUntil = day === null ? null : parseDate(day)
  if (validUntil === undefined) throw new InvalidInput('field.not_date', { field: 'valid_until' })
  return change(ctx, author, (work) => changeUser(ctx, work, userid, { valid_until: validUntil }))
}

export function setSysadmin(ctx: Context, author: Author, userid: number, isSysadmin: boolean): Promise<void> {
  return change(ctx, author, async (work) => {
    await changeUser(ctx, work, userid, { is_sysadmin: isSysadmin ? 1 : 0 })
    if (isSysadmin) await endAccessByLink(ctx, work, userid)
  })
}

export const NO_LINK = { password_link_hash: null, password_link_expires: null, password_link_by: 0 } as const

/** Ends all sessions but the current one, because others may know the old password. */
export function setPassword(
  ctx: Context,
  author: Author & { once?: Once },
  userid: number,
  passwordHash: string,
  keptSession?: number,
): Promise<{ token?: string }> {
  const set = async (work: Change) => {
    // A password link from before the change is invalid.
    await changeUser(ctx, work, userid, { ...NO_LINK, password_hash: passwordHash, password_modified_at: work.at })
    await endSessions(work, userid, 'password changed', keptSession)
    await forgetDevices(work.db, userid)
    return keptSession === undefined ? {} : renewToken(work, keptSession)
  }
  return change(ctx, author, set, { sealResult: true })
}

/** The columns that the journal records. Password hashes never get there. */
const TOLD: readonly (keyof UserRow)[] = [
  ...(['email', 'firstname', 'lastname', 'orcid', 'orgid', 'validated', 'valid_until', 'is_sysadmin'] as const),
  ...(['can_manage_users2teams', 'can_manage_compounds', 'can_manage_inventory_locations'] as const),
  ...(['password_modified_at', 'password_link_expires', 'preferences'] as const),
]

async function changeUser(ctx: Context, work: Change, userid: number, columns: Partial<UserRow>): Promise<void> {
  const user = await holdUser(work, userid)
  await keepingSysadmin(ctx, work, user, () => changeHeldUser(work, user, columns))
}

export async function holdUser(work: Change, userid: number): Promise<UserRow> {
  const user = await repo.hold(work.db, userid)
  if (!user) throw new NotFound('user.not_found')
  return user
}

interface HowChanged {
  verb?: 'updated' | 'deleted'
  reason?: string
  /** For what nobody edits: others can still save the account as they read it. */
  keepsVersion?: boolean
}

/** Part of a change that has locked the user. A change without a difference is not an event. */
export async function changeHeldUser(
  work: Change,
  before: UserRow,
  columns: Partial<UserRow>,
  { verb = 'updated', reason, keepsVersion = false }: HowChanged = {},
): Promise<void> {
  const { userid } = before
  if (Object.entries(columns).every(([column, value]) => before[column as keyof UserRow] === value)) return
  const name_key = repo.nameKey({ ...before, ...columns })
  const version = keepsVersion ? before.version : before.version + 1
  const after = await repo.update(work.db, userid, { ...columns, name_key, version })
  if (before.validated === 0 && after.validated === 1) {
    await setSeenOfWaiting(work, { userid })
    await mailOfOwnAccount(work, { person: userid, category: CATEGORY.ownValidated })
  }
  if (name_key !== before.name_key) await addToSearch(work.db, userid, name_key)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'user',
    subjectId: userid,
    verb,
    changes: rowChanges<UserRow>(before, after, TOLD),
    seal: sealOf(usersTable, after),
    ...(reason !== undefined && { reason }),
  })
}
