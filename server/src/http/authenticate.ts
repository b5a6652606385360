import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { joinText } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { Unauthorized } from '../errors.ts'
import { today } from '../lib/dates.ts'

export const SESSION_COOKIE = 'aliquot_session'

/** Finds out who asks. The rights are read anew each time, so one that was taken away is gone at once. */
export async function authenticate(ctx: Context, headers: IncomingHttpHeaders, address: string): Promise<Actor> {
  const { authorization } = headers
  // Basic belongs to a proxy in front; the request then depends on the cookie.
  if (authorization !== undefined && authorization !== '' && !/^basic\b/i.test(authorization)) {
    return actorOfKey(ctx, authorization.replace(/^bearer +/i, ''), address)
  }
  const token = cookieOf(headers.cookie)
  if (token) return actorOfSession(ctx, token, address)
  throw new Unauthorized('Authentication is required')
}

export function tokenHash(text: string): string {
  return hash('sha256', text)
}

async function actorOfKey(ctx: Context, text: string, address: string): Promise<Actor> {
  const id = Number(/^(\d{1,10})-/.exec(text)?.[1] ?? 0)
  const [row] = id > 0 && id <= 2_147_483_647 ? await findByKey(ctx.db.read, { id }) : []
  if (!row || !isSame(row.secret_hash, tokenHash(text))) {
    throw new Unauthorized('Authentication is required', 'No API key matches')
  }
  noteUse(ctx, row.credential, row.last_used_at)
  return toActor(ctx, row, `apikey:${row.credential}`, address)
}

async function actorOfSession(ctx: Context, token: string, address: string): Promise<Actor> {
  const [row] = await findBySession(ctx.db.read, { token_hash: tokenHash(token) })
  if (!row || row.expires_at <= ctx.now()) throw new Unauthorized('Your session has ended, sign in again')
  return toActor(ctx, row, `session:${row.credential}`, address)
}

interface CredentialRow {
  credential: number
  userid: number
  team: number
  can_write: number
  is_sysadmin: number
  validated: number
  valid_until: string | null
  is_admin: number
  is_archived: number
  /** Active memberships, `2:1,5:0` = admin in team 2, member of team 5. */
  memberships: string | null
}

function toActor(ctx: Context, row: CredentialRow, via: string, address: string): Actor {
  if (row.validated !== 1) throw new Unauthorized('This account has not been validated yet')
  if (row.is_archived === 1) throw new Unauthorized('This account is archived in this team')
  if (row.valid_until !== null && row.valid_until < today(ctx.now(), ctx.config.TIMEZONE)) {
    throw new Unauthorized('This account has expired')
  }
  const teams: number[] = []
  const adminOf: number[] = []
  for (const membership of (row.memberships ?? '').split(',')) {
    const [team, admin] = membership.split(':')
    teams.push(Number(team))
    if (admin === '1') adminOf.push(Number(team))
  }
  return {
    userid: row.userid,
    team: row.team,
    isAdmin: row.is_admin === 1,
    isSysadmin: row.is_sysadmin === 1,
    canWrite: row.can_write === 1,
    teams,
    adminOf,
    via,
    address,
  }
}

const findByKey = prepared((db: Db, p: { id: number }, engine) =>
  db
    .selectFrom('apikeys as c')
    .innerJoin('users as u', 'u.userid', 'c.userid')
    .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'c.userid').onRef('m.team', '=', 'c.team'))
    .select(['c.id as credential', 'c.key_hash as secret_hash', 'c.can_write', 'c.last_used_at'])
    .select(['u.userid', 'c.team', 'u.is_sysadmin', 'u.validated', 'u.valid_until', 'm.is_admin', 'm.is_archived'])
    .select((eb) => activeMemberships(eb.ref('u.userid'), engine))
    .where('c.id', '=', p.id),
)

const findBySession = prepared((db: Db, p: { token_hash: string }, engine) =>
  db
    .selectFrom('sessions as c')
    .innerJoin('users as u', 'u.userid', 'c.userid')
    .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'c.userid').onRef('m.team', '=', 'c.team'))
    .select(['c.id as credential', 'c.expires_at', sql<number>`1`.as('can_write')])
    .select(['u.userid', 'c.team', 'u.is_sysadmin', 'u.validated', 'u.valid_until', 'm.is_admin', 'm.is_archived'])
    .select((eb) => activeMemberships(eb.ref('u.userid'), engine))
    .where('c.token_hash', '=', p.token_hash),
)

function activeMemberships(userid: import('kysely').Expression<number>, engine: 'sqlite' | 'postgres') {
  const pair = sql`(a.team || ':' || a.is_admin)`
  return sql<string | null>`(
    select ${joinText(engine, pair, ',', sql`a.team`)} from memberships as a where a.userid = ${userid} and a.is_archived = 0
  )`.as('memberships')
}

const USE_NOTED_EVERY_MS = 60_000

/** Keeps `last_used_at` roughly right without turning each read into a write. */
function noteUse(ctx: Context, id: number, last: string | null): void {
  const now = ctx.now()
  if (last !== null && Date.parse(now) - Date.parse(last) < USE_NOTED_EVERY_MS) return
  ctx.db
    .write((db) => db.updateTable('apikeys').set({ last_used_at: now }).where('id', '=', id).execute())
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'last use of an API key not noted'))
}

function cookieOf(header: string | undefined): string | undefined {
  return header?.match(new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`))?.[1]
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
