import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { MAX_ID } from '@aliquot/contract/common'
import { type Expression, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type DepositReach, readReach } from '../../access/deposit-reach.ts'
import { RightsCache } from '../../access/rights-cache.ts'
import type { Context } from '../../context.ts'
import { type Engine, joinText } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { Unauthorized } from '../../errors.ts'
import { configFrom } from '../../instance-config/current.ts'
import { endOfSession, lastEndOfSession, sessionMinutesOf } from '../../instance-config/session-lifetime.ts'
import { noteAttempt } from '../../journal/attempts.ts'
import { today } from '../../lib/dates.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { sessionTokensOf } from './cookies.ts'
import { FailedKeys } from './failed-keys.ts'
import { recordKeyUse } from './key-use.ts'
import { ProvenKeys } from './proven-keys.ts'

declare module '../../context.ts' {
  interface Context {
    /** The credential caches of one process. */
    credentials: Credentials
  }
}

/**
 * Resolves the actor with current rights: a revoked right is gone with the next request. A cached API key resolves
 * synchronously.
 */
export function authenticate(ctx: Context, message: Message, address: string): Actor | Promise<Actor> {
  const { headers } = message
  const proven = recallProven(ctx, message)
  if (proven) return actorOfProven(ctx, proven, address)
  const key = keyOf(headers.authorization)
  if (key !== undefined) return actorOfKey(ctx, key, message, address)
  const [token, second, ...more] = sessionTokensOf(headers.cookie)
  if (token === undefined) throw new Unauthorized('auth.required')
  if (second === undefined) return actorOfSession(ctx, token, address)
  if (more.length > 0) throw severalSessions()
  return actorOfEither(ctx, [token, second], address)
}

type Message = Pick<IncomingMessage, 'headers' | 'socket'>

/** The key or session token of a request, as `authenticate` would take it. */
export function credentialOf(headers: IncomingHttpHeaders): string {
  return keyOf(headers.authorization) ?? sessionTokensOf(headers.cookie)[0] ?? ''
}

/** Basic belongs to a proxy in front, so the request then depends on the cookie. Anything else is taken for a key. */
function keyOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization === '' || /^basic(?:\s|$)/i.test(authorization)) return undefined
  return authorization.replace(/^bearer\s+/i, '')
}

/** `{id}-{secret}`. The length limit keeps arbitrary headers from being hashed. */
const KEY = /^([1-9]\d{0,9})-[0-9a-f]{1,128}$/

function actorOfKey(ctx: Context, text: string, message: Message, address: string): Actor | Promise<Actor> {
  const id = Number(KEY.exec(text)?.[1] ?? 0)
  if (id === 0 || id > MAX_ID) throw wrongKey(ctx, address)
  const { keys } = ctx.credentials
  const admit = (row: Rights<KeyRow> | undefined): Actor => {
    if (!row) throw wrongKey(ctx, address)
    if (!isSameHash(row.secret_hash, tokenHash(text))) {
      void noteAttempt(ctx, { kind: 'wrong API key', address, userid: row.userid, apikey: row.credential })
      throw wrongKey(ctx, address)
    }
    // Behind a proxy one connection carries the requests of many people.
    if (ctx.config.TRUST_PROXY.length === 0) {
      ctx.credentials.provenKeys.note(message.socket, message.headers.authorization ?? '', row)
    }
    return actorOfProven(ctx, row, address)
  }
  const known = keys.recall(ctx.db, id)
  if (known) return admit(known)
  return keys.find(ctx.db, id, () => findRights(findByKey(ctx.db.read, { id }))).then(admit)
}

/** The key that this connection has proven before, unless anybody's rights may have changed since. */
function recallProven(ctx: Context, { headers, socket }: Message): Rights<KeyRow> | undefined {
  if (headers.authorization === undefined) return undefined
  const { keys, provenKeys } = ctx.credentials
  const row = provenKeys.recall(socket, headers.authorization)
  return row && keys.recall(ctx.db, row.credential) === row ? row : undefined
}

function actorOfProven(ctx: Context, row: Rights<KeyRow>, address: string): Actor {
  const actor = toActor(ctx, row, `apikey:${row.credential}`, address)
  recordKeyUse(ctx, row.credential, row.last_used_at)
  return actor
}

/** Throws a different refusal itself when this address has sent too many wrong keys. */
function wrongKey(ctx: Context, address: string): Unauthorized {
  ctx.counters.signInFailures.add('key')
  ctx.credentials.failedKeys.note(address, Date.parse(ctx.now()))
  return new Unauthorized('auth.unknown_key')
}

async function actorOfSession(ctx: Context, token: string, address: string): Promise<Actor> {
  const token_hash = tokenHash(token)
  const { sessions } = ctx.credentials
  const row =
    sessions.recall(ctx.db, token_hash) ?? (await sessions.find(ctx.db, token_hash, () => findSession(ctx, token_hash)))
  if (!row) throw sessionEnded()
  const now = ctx.now()
  const minutes = sessionMinutesOf(ctx, configFrom(row.config))
  const lastEnd = lastEndOfSession(ctx.config, row.created_at)
  // Sysadmins may have shortened it since the session was last used.
  const ends = [row.expires_at, endOfSession(row.last_seen_at, minutes), lastEnd]
  const isFormerToken = row.token_hash !== token_hash
  if (isFormerToken) ends.push(row.previous_until ?? '')
  if (ends.some((end) => end <= now)) throw sessionEnded()
  const provenAt = row.proven_at ?? row.created_at
  const session = { id: row.credential, seenAt: row.last_seen_at, provenAt, minutes, lastEnd, isFormerToken }
  return { ...toActor(ctx, row, `session:${row.credential}`, address), session }
}

/** The actor of a request that takes long, with the rights of now. Throws if the key or the session has ended. */
export async function renewActor(ctx: Context, actor: Actor): Promise<Actor> {
  const id = Number(actor.via.split(':')[1])
  if (!actor.session) {
    const row = await findRights(findByKey(ctx.db.read, { id }))
    if (!row) throw new Unauthorized('auth.unknown_key')
    return toActor(ctx, row, actor.via, actor.address)
  }
  const row = await findRights(findBySessionId(ctx.db.read, { id }))
  if (!row) throw sessionEnded()
  const unusedEnd = endOfSession(row.last_seen_at, sessionMinutesOf(ctx, configFrom(row.config)))
  if ([row.expires_at, unusedEnd, actor.session.lastEnd].some((end) => end <= ctx.now())) throw sessionEnded()
  return { ...toActor(ctx, row, actor.via, actor.address), session: actor.session }
}

/** The previous token is valid for a moment, because requests with it may still be on their way. */
async function findSession({ db }: Context, token_hash: string): Promise<Rights<SessionRow> | undefined> {
  return (
    (await findRights(findBySession(db.read, { token_hash }))) ??
    (await findRights(findByFormerToken(db.read, { token_hash })))
  )
}

/**
 * Another host of the domain can set a cookie of the same name. The one that opens a session counts; if both do, nobody
 * can tell which is the person's.
 */
async function actorOfEither(ctx: Context, tokens: readonly string[], address: string): Promise<Actor> {
  const tried = await Promise.allSettled(tokens.map((token) => actorOfSession(ctx, token, address)))
  const [actor, second] = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!actor) throw sessionEnded()
  if (second && second.via !== actor.via) throw severalSessions()
  return actor
}

function severalSessions(): Unauthorized {
  return new Unauthorized('auth.several_cookies')
}

function sessionEnded(): Unauthorized {
  return new Unauthorized('auth.session_ended')
}

interface Credentials {
  keys: RightsCache<number, Rights<KeyRow>>
  sessions: RightsCache<string, Rights<SessionRow>>
  provenKeys: ProvenKeys<Rights<KeyRow>>
  failedKeys: FailedKeys
}

export function openCredentials(): Credentials {
  return {
    keys: new RightsCache(),
    sessions: new RightsCache(),
    provenKeys: new ProvenKeys(),
    failedKeys: new FailedKeys(),
  }
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

interface CredentialRow {
  credential: number
  userid: number
  team: number
  can_write: number
  is_sysadmin: number
  can_manage_users2teams: number
  validated: number
  valid_until: string | null
  is_admin: number
  is_archived: number
  /** Teams with an active membership: `2,5`. */
  memberships: string | null
  /** Only keys have it. */
  deposit?: string | null
}

interface KeyRow extends CredentialRow {
  secret_hash: string
  last_used_at: string | null
}

interface SessionRow extends CredentialRow {
  token_hash: string
  previous_until: string | null
  created_at: string
  proven_at: string | null
  last_seen_at: string
  expires_at: string
  /** The settings of the whole instance, see configFrom. */
  config: string | null
}

/** The row of a credential with its lists parsed. */
type Rights<Row extends CredentialRow> = Row & Pick<Actor, 'teams'> & { reach?: DepositReach }

async function findRights<Row extends CredentialRow>(rows: Promise<Row[]>): Promise<Rights<Row> | undefined> {
  const [row] = await rows
  if (!row) return undefined
  const teams = row.memberships?.split(',').map(Number) ?? []
  return { ...row, teams, ...(row.deposit && { reach: readReach(row.deposit) }) }
}

function toActor(ctx: Context, row: Rights<CredentialRow>, via: string, address: string): Actor {
  if (row.validated !== 1) throw new Unauthorized('auth.not_validated')
  if (row.is_archived === 1) throw new Unauthorized('auth.archived')
  if (row.valid_until !== null && row.valid_until < today(ctx.now(), ctx.config.TIMEZONE)) {
    throw new Unauthorized('auth.expired')
  }
  return {
    userid: row.userid,
    team: row.team,
    isAdmin: row.is_admin === 1,
    isSysadmin: row.is_sysadmin === 1,
    managesMemberships: row.can_manage_users2teams === 1,
    canWrite: row.can_write === 1 && row.reach === undefined,
    ...(row.reach && { deposit: row.reach }),
    teams: row.teams,
    via,
    address,
  }
}

const findByKey = prepared(
  (db: Db, p: { id: number }, engine) =>
    db
      .selectFrom('apikeys as c')
      .innerJoin('users as u', 'u.userid', 'c.userid')
      .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'c.userid').onRef('m.team', '=', 'c.team'))
      .select(['c.id as credential', 'c.key_hash as secret_hash', 'c.can_write', 'c.last_used_at', 'c.deposit'])
      .select(['u.userid', 'c.team', 'u.is_sysadmin', 'u.validated', 'u.valid_until', 'm.is_admin', 'm.is_archived'])
      .select('u.can_manage_users2teams')
      .select((eb) => activeMemberships(eb.ref('u.userid'), engine))
      .where('c.id', '=', p.id),
  { isShort: true },
)

const findBySession = prepared(
  (db: Db, p: { token_hash: string }, engine) => sessionRights(db, engine).where('c.token_hash', '=', p.token_hash),
  { isShort: true },
)

const findByFormerToken = prepared(
  (db: Db, p: { token_hash: string }, engine) => sessionRights(db, engine).where('c.previous_hash', '=', p.token_hash),
  { isShort: true },
)

const findBySessionId = prepared(
  (db: Db, p: { id: number }, engine) => sessionRights(db, engine).where('c.id', '=', p.id),
  { isShort: true },
)

function sessionRights(db: Db, engine: Engine) {
  return db
    .selectFrom('sessions as c')
    .innerJoin('users as u', 'u.userid', 'c.userid')
    .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'c.userid').onRef('m.team', '=', 'c.team'))
    .select(['c.id as credential', 'c.last_seen_at', 'c.expires_at', sql<number>`1`.as('can_write')])
    .select(['c.token_hash', 'c.previous_until', 'c.created_at', 'c.proven_at'])
    .select((eb) => eb.selectFrom('config').select('chosen').where('id', '=', 1).as('config'))
    .select(['u.userid', 'c.team', 'u.is_sysadmin', 'u.validated', 'u.valid_until', 'm.is_admin', 'm.is_archived'])
    .select('u.can_manage_users2teams')
    .select((eb) => activeMemberships(eb.ref('u.userid'), engine))
}

function activeMemberships(userid: Expression<number>, engine: Engine) {
  return sql<string | null>`(
    select ${joinText(engine, sql`a.team`, ',', sql`a.team`)} from memberships as a where a.userid = ${userid} and a.is_archived = 0
  )`.as('memberships')
}
