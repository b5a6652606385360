import type { Session, SessionPatch, SignIn } from '@aliquot/contract/session'
import type { Actor } from '../../access/actor.ts'
import type { Client, SignedIn } from '../../access/client.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { sessionsTable } from '../../db/tables/people/sessions.ts'
import { TooMany, Unauthorized, Unprocessable } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import { noteAttempt } from '../../journal/attempts.ts'
import { INSTANCE_CHAIN, SYSTEM } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { today, wireTime } from '../../lib/dates.ts'
import { verifyPassword } from '../../lib/password.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { cursorOfNow } from '../changes/cursor-now.ts'
import { emailKeyOf } from '../users/users.email.ts'
import * as users from '../users/users.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { fullnameOf } from '../users/users.record.ts'
import { isKnownDevice } from './sessions.devices.ts'
import { recordEnded } from './sessions.end.ts'
import { attempt, budgetsOfOwn, budgetsOfStranger } from './sessions.limits.ts'
import { proveSession } from './sessions.proof.ts'
import * as repo from './sessions.repo.ts'
import { newToken, startSession } from './sessions.start.ts'

/** Signs in with a password. The tokens are returned and stored nowhere. */
export async function signIn(ctx: Context, client: Client, input: SignIn): Promise<SignedIn> {
  const user = await requirePassword(ctx, client, input)
  const author = { userid: user.userid, via: 'password', address: client.address }
  const signedIn = await change(ctx, author, async (work) => {
    const active = (await users.listMemberships(work.db, { userid: user.userid })).filter(
      (one) => one.is_archived === 0,
    )
    const [first] = active
    if (!first || !isOpen(ctx, user)) throw wrongCredentials()
    const team = input.team ?? first.team
    if (!active.some((one) => one.team === team)) throw new Unprocessable('auth.not_member', { field: 'team' })
    return startSession(ctx, work, { userid: user.userid, team, client })
  })
  await sweepExpired(ctx)
  return signedIn
}

/** Describes the actor, whatever their credential. */
export async function describeSession(ctx: Context, actor: Actor): Promise<Session> {
  const { read } = ctx.db
  const user = await users.find(read, actor.userid)
  if (!user) throw new Unauthorized('auth.required')
  const memberships = await users.listMemberships(read, { userid: actor.userid })
  const id = sessionIdOf(actor)
  const [session] = id === undefined ? [] : await repo.find(read, { id })
  // From the session, because a switch of teams is newer than the actor.
  const current = session?.team ?? actor.team
  const config = await configOf(ctx)
  return {
    userid: user.userid,
    fullname: fullnameOf(user),
    email: user.email,
    is_sysadmin: actor.isSysadmin ? 1 : 0,
    team: current,
    is_admin: memberships.some(({ team, is_admin }) => team === current && is_admin === 1) ? 1 : 0,
    teams: memberships
      .filter((one) => one.is_archived === 0)
      .map(({ team, name, is_admin }) => ({ id: team, name, is_admin: is_admin === 1 ? 1 : 0 })),
    via: id === undefined ? 'apikey' : 'session',
    can_write: actor.canWrite ? 1 : 0,
    can_change_identity: actor.isSysadmin || config.allowUsersChangeIdentity ? 1 : 0,
    has_share_links: config.anonUsers ? 1 : 0,
    can_keep_entries: ctx.config.OFFLINE_READING ? 1 : 0,
    has_seen_tour: preferencesOf(user).has_seen_tour,
    expires_at: session ? wireTime(session.expires_at, ctx.config.TIMEZONE) : null,
    announcement: config.announcement,
    timezone: ctx.config.TIMEZONE,
    feed_cursor: await cursorOfNow(ctx),
  }
}

/** The session of a request; undefined when it came with an API key. */
export function sessionIdOf(actor: Actor): number | undefined {
  const id = /^session:(\d+)$/.exec(actor.via)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** How long the previous token stays valid, because other requests of the page may be under way. */
const GRACE_MS = 15_000

/** Applies a PATCH of the session. A switch of teams changes its rights, so the session gets a new token. */
export async function patchSession(ctx: Context, actor: Actor, input: SessionPatch): Promise<{ token?: string }> {
  const id = requireSession(actor)
  if (input.password !== undefined) await proveSession(ctx, actor, id, input.password)
  return input.team === undefined ? {} : switchTeam(ctx, actor, id, input.team)
}

/** Lets the session act in another team of the person. */
async function switchTeam(ctx: Context, actor: Actor, id: number, team: number): Promise<{ token?: string }> {
  if (!actor.teams.includes(team)) throw new Unprocessable('auth.not_member', { field: 'team' })
  if (team === actor.team) return {}
  const switchTo = async (work: Change) => {
    const token = newToken()
    const [before] = await repo.find(work.db, { id })
    const previous_until = new Date(Date.parse(work.at) + GRACE_MS).toISOString()
    const token_hash = tokenHash(token)
    const session =
      before && (await repo.update(work.db, id, { team, token_hash, previous_hash: before.token_hash, previous_until }))
    if (!session) throw new Unauthorized('auth.session_ended')
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'session',
      subjectId: id,
      verb: 'updated',
      changes: { team: { before: actor.team, after: team } },
      seal: sealOf(sessionsTable, session),
    })
    return { token }
  }
  return change(ctx, actor, switchTo, { sealResult: true })
}

export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  const id = requireSession(actor)
  await change(ctx, actor, async (work) => {
    const session = await repo.remove(work.db, id)
    if (session) await recordEnded(work, session, 'signed out')
  })
}

function requireSession(actor: Actor): number {
  const id = sessionIdOf(actor)
  if (id === undefined) throw new Unprocessable('auth.no_session')
  return id
}

/** The account, if the password is right. The answer never says what was wrong. */
async function requirePassword(ctx: Context, client: Client, { email, password }: SignIn): Promise<UserRow> {
  const { address, device } = client
  const account = emailKeyOf(email)
  const user = await users.findByEmail(ctx.db.read, account)
  const isKnown = device !== undefined && (await isKnownDevice(ctx, user?.userid ?? 0, device))
  const budgets = isKnown ? budgetsOfOwn(account, tokenHash(device)) : budgetsOfStranger(account, address)
  let isRight = false
  try {
    isRight = await attempt(ctx, budgets, () => verifyPassword(password, user?.password_hash ?? null))
  } catch (error) {
    if (error instanceof TooMany) {
      ctx.counters.signInFailures.add('limit')
      await noteAttempt(ctx, { kind: 'slowed down', address, userid: user?.userid })
    }
    throw error
  }
  if (isRight && user) return user
  ctx.counters.signInFailures.add('password')
  // The typed address is not logged: it may be a password in the wrong field.
  ctx.log.warn({ address, user: user?.userid }, 'sign-in refused')
  await noteAttempt(ctx, { kind: 'wrong password', address, userid: user?.userid })
  throw wrongCredentials()
}

function wrongCredentials(): Unauthorized {
  return new Unauthorized('auth.wrong_password')
}

/** Validated and not expired. */
export function isOpen(ctx: Context, user: UserRow): boolean {
  const isExpired = user.valid_until !== null && user.valid_until < today(ctx.now(), ctx.config.TIMEZONE)
  return user.validated === 1 && !isExpired
}

const MOST_SWEPT = 50

/** Deletes some expired sessions. A failure must not prevent the sign-in. */
async function sweepExpired(ctx: Context): Promise<void> {
  try {
    const expired = await repo.listExpired(ctx.db.read, ctx.now(), MOST_SWEPT)
    if (expired.length === 0) return
    const ids = expired.map(({ id }) => id)
    await change(ctx, SYSTEM, async (work) => {
      for (const session of await repo.deleteExpired(work.db, work.at, ids)) {
        await recordEnded(work, session, 'deleted', 'expired')
      }
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'expired sessions not cleared away')
  }
}
