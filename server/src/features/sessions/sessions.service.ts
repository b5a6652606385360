import { randomBytes } from 'node:crypto'
import type { Session, SignIn } from '@aliquot/contract/session'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { SessionRow, UserRow } from '../../db/schema.ts'
import { sessionsTable } from '../../db/tables/people/sessions.ts'
import { Unauthorized, Unprocessable } from '../../errors.ts'
import { configIn, configOf } from '../../instance-config/current.ts'
import { endOfSession, sessionMinutesOf } from '../../instance-config/session-lifetime.ts'
import { INSTANCE_CHAIN, SYSTEM } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { today, wireTime } from '../../lib/dates.ts'
import { verifyPassword } from '../../lib/password.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { setLastLogin } from '../users/users.change.ts'
import { emailKeyOf } from '../users/users.email.ts'
import * as users from '../users/users.lookup.ts'
import { fullnameOf } from '../users/users.record.ts'
import { signInLimits } from './sessions.limits.ts'
import * as repo from './sessions.repo.ts'

/** The browser at the other end. */
export interface Client {
  address: string
  userAgent: string
}

/** 256 random bits. Only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Starts a session for whoever knows the password. The token is in the result and nowhere else. */
export async function signIn(ctx: Context, client: Client, input: SignIn): Promise<{ token: string }> {
  const user = await requirePassword(ctx, client, input)
  const token = newToken()
  await change(ctx, { userid: user.userid, via: 'password', address: client.address }, async (work) => {
    const active = (await users.listMemberships(work.db, { userid: user.userid })).filter(
      (one) => one.is_archived === 0,
    )
    const [first] = active
    if (!first || !isOpen(ctx, user)) throw wrongCredentials()
    const team = input.team ?? first.team
    if (!active.some((one) => one.team === team)) throw new Unprocessable('team: you are not an active member of it')
    await startSession(ctx, work, { userid: user.userid, team, token, client })
  })
  await sweepExpired(ctx)
  return { token }
}

/** Part of a change: the session's row, the time of the last login, the event. */
export async function startSession(
  ctx: Context,
  work: Change,
  { userid, team, token, client }: { userid: number; team: number; token: string; client: Client },
): Promise<void> {
  const session = await repo.insert(work.db, {
    userid,
    team,
    token_hash: tokenHash(token),
    created_at: work.at,
    last_seen_at: work.at,
    expires_at: endOfSession(work.at, sessionMinutesOf(ctx, await configIn(work.db))),
    client_address: client.address,
    user_agent: client.userAgent,
  })
  await setLastLogin(work.db, userid, work.at)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'session',
    subjectId: session.id,
    verb: 'signed in',
    changes: { userid: { after: userid }, team: { after: team }, user_agent: { after: session.user_agent } },
    seal: sealOf(sessionsTable, session),
  })
}

/** Who the actor is, whatever their credential. */
export async function describeSession(ctx: Context, actor: Actor): Promise<Session> {
  const { read } = ctx.db
  const user = await users.find(read, actor.userid)
  if (!user) throw new Unauthorized('Authentication is required')
  const memberships = await users.listMemberships(read, { userid: actor.userid })
  const id = sessionIdOf(actor)
  const [session] = id === undefined ? [] : await repo.find(read, { id })
  // The session's own: a switch of teams is newer than the actor.
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
    expires_at: session ? wireTime(session.expires_at, ctx.config.TIMEZONE) : null,
    announcement: config.announcement,
    timezone: ctx.config.TIMEZONE,
  }
}

/** The session of a request; undefined when it came with an API key. */
export function sessionIdOf(actor: Actor): number | undefined {
  const id = /^session:(\d+)$/.exec(actor.via)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Lets the session act in another team of the person. */
export async function switchTeam(ctx: Context, actor: Actor, team: number): Promise<void> {
  const id = requireSession(actor)
  if (!actor.teams.includes(team)) throw new Unprocessable('team: you are not an active member of it')
  if (team === actor.team) return
  await change(ctx, actor, async (work) => {
    const session = await repo.setTeam(work.db, id, team)
    if (!session) throw new Unauthorized('Your session has ended, sign in again')
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'session',
      subjectId: id,
      verb: 'updated',
      changes: { team: { before: actor.team, after: team } },
      seal: sealOf(sessionsTable, session),
    })
  })
}

export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  const id = requireSession(actor)
  await change(ctx, actor, async (work) => {
    const session = await repo.remove(work.db, id)
    if (session) await recordEnded(work, session, 'signed out')
  })
}

/** Part of a change that has deleted the session's row. */
export async function recordEnded(
  work: Change,
  session: SessionRow,
  verb: 'signed out' | 'deleted',
  reason?: string,
): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'session',
    subjectId: session.id,
    verb,
    changes: { userid: { before: session.userid }, team: { before: session.team } },
    seal: null,
    ...(reason !== undefined && { reason }),
  })
}

function requireSession(actor: Actor): number {
  const id = sessionIdOf(actor)
  if (id === undefined) throw new Unprocessable('There is no session: this request came with an API key')
  return id
}

/** The account, if the password is right. Nothing in the answer tells what was wrong. */
async function requirePassword(ctx: Context, client: Client, { email, password }: SignIn): Promise<UserRow> {
  const account = emailKeyOf(email)
  const limits = signInLimits(ctx)
  let user: UserRow | undefined
  const isRight = await limits.attempt(account, client.address, async () => {
    user = await users.findByEmail(ctx.db.read, account)
    return verifyPassword(password, user?.password_hash ?? null)
  })
  if (isRight && user) return user
  ctx.counters.signInFailures.add('password')
  // The address that was typed is not logged: it may be somebody's password in the wrong field.
  ctx.log.warn({ address: client.address, user: user?.userid }, 'sign-in refused')
  throw wrongCredentials()
}

function wrongCredentials(): Unauthorized {
  return new Unauthorized('The e-mail address or the password is wrong, or this account may not sign in')
}

/** Validated, and not past its last day. */
export function isOpen(ctx: Context, user: UserRow): boolean {
  const isExpired = user.valid_until !== null && user.valid_until < today(ctx.now(), ctx.config.TIMEZONE)
  return user.validated === 1 && !isExpired
}

const MOST_SWEPT = 50

/** Clears away some sessions that have ended by themselves. Signing in must not fail over it. */
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
