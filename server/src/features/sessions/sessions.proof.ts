import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { sessionsTable } from '../../db/tables/people/sessions.ts'
import { InvalidInput, PasswordNeeded, Unauthorized } from '../../errors.ts'
import { noteAttempt } from '../../journal/attempts.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { verifyPassword } from '../../lib/password.ts'
import * as users from '../users/users.lookup.ts'
import { attempt, budgetsOfOwn } from './sessions.limits.ts'
import * as repo from './sessions.repo.ts'

const PROVEN_FOR_MS = 86_400_000

/**
 * Refuses what would give lasting access to a stranger at an open browser, unless the password was entered within a
 * day. Does not apply to API keys, because nobody is there to enter it.
 */
export function requireProven(ctx: Context, { session }: Actor): void {
  if (!session || Date.parse(ctx.now()) - Date.parse(session.provenAt) < PROVEN_FOR_MS) return
  throw new PasswordNeeded()
}

/** Records that the person entered the password again in this session. */
export async function proveSession(ctx: Context, actor: Actor, id: number, password: string): Promise<void> {
  const user = await users.find(ctx.db.read, actor.userid)
  if (!user || !(await isOwnPassword(ctx, actor, user, password)))
    throw new InvalidInput('password.wrong', { field: 'password' })
  await change(ctx, actor, async (work) => {
    const session = await repo.update(work.db, id, { proven_at: work.at })
    if (!session) throw new Unauthorized('auth.session_ended')
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'session',
      subjectId: id,
      verb: 'updated',
      changes: { proven_at: { after: work.at } },
      seal: sealOf(sessionsTable, session),
    })
  })
}

/** Counts as a sign-in attempt: whoever holds an open session must not guess on. */
export async function isOwnPassword(ctx: Context, actor: Actor, user: UserRow, password: string): Promise<boolean> {
  // All keys share one budget: a key can create more keys, but no session without the password.
  const budgets = budgetsOfOwn(user.email_key, actor.session ? actor.via : 'apikeys')
  const isRight = await attempt(ctx, budgets, () => verifyPassword(password, user.password_hash))
  if (!isRight) await noteAttempt(ctx, { kind: 'wrong password', address: actor.address, userid: user.userid })
  return isRight
}
