import type { Who } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { configOf } from '../../instance-config/current.ts'
import type { MailConfig } from '../../instance-config/values.ts'
import { kindOf, listGiven, type ToldRow, wishOf } from '../notifications/notifications.lookup.ts'
import { isOpen } from '../sessions/sessions.service.ts'
import * as users from '../users/users.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { whoInEachTeam } from './mail.access.ts'
import { composeNews } from './mail.compose.ts'
import { nextDigest } from './mail.digest.ts'
import { MailFailure } from './mail.failure.ts'
import * as repo from './mail.outbox.repo.ts'
import { composeOwnNews, isOwnNews } from './mail.own-account.ts'
import { pauseOf } from './mail.pauses.ts'
import { type Mail, type Send, withTransport } from './mail.transport.ts'

/** A process that died while it sent leaves its messages to others after this. */
const LEASE_MS = 10 * 60_000
/** One that is slow begins no message when less is left: others would send it too. */
const LEAST_LEFT_MS = 2 * 60_000
const MOST_PEOPLE_AT_ONCE = 500

/** Sends what is due, one person after the other. Stops early if the server does not take any. */
export async function sendDue(ctx: Context, signal?: AbortSignal): Promise<void> {
  const [due] = await repo.findDue(ctx.db.read, { at: ctx.now() })
  if (!due) return
  const { mail: config } = await configOf(ctx)
  if (!config) return ctx.db.write((db) => repo.dropDue(db, ctx.now()))
  const work = async (send: Send) => {
    for (let count = 0; count < MOST_PEOPLE_AT_ONCE && !signal?.aborted; count++) {
      const at = ctx.now()
      const [next] = await repo.findDue(ctx.db.read, { at })
      if (!next) return
      const until = later(at, LEASE_MS)
      const claimed = await ctx.db.write((db) => repo.claim(db, { userid: next.userid, at, until }))
      // Another server was faster.
      if (claimed.length === 0) return
      if (!(await sendTo(ctx, { config, send, signal, until }, next.userid, claimed))) return
    }
  }
  await withTransport(ctx, config, work, signal)
}

interface Sending {
  config: MailConfig
  send: Send
  signal: AbortSignal | undefined
  /** When the lease ends. */
  until: string
}

/** Deleted accounts keep their row, and their address in it. */
const EXISTS = 1

/** Sends a person's messages, as many as there is time for. False: the server takes none, or the service stops. */
async function sendTo(
  ctx: Context,
  { config, send, signal, until: leaseEnds }: Sending,
  userid: number,
  claimed: readonly repo.Claimed[],
): Promise<boolean> {
  const found = await users.find(ctx.db.read, userid)
  const user = found?.state === EXISTS ? found : undefined
  const teams = user && isOpen(ctx, user) ? await whoInEachTeam(ctx.db.read, userid) : []
  const own = user ? claimed.filter((row) => isOwnNews(row) && isWantedNow(ctx, user, row, teams.length > 0)) : []
  const others = claimed.filter((row) => !isOwnNews(row))
  const rows = user ? await listWanted(ctx, user, teams, others) : []
  const groups: { ids: number[]; attempts: number; compose: () => Promise<Mail | undefined> }[] = []
  for (const row of own) {
    groups.push({
      ids: [row.id],
      attempts: row.mail_attempts,
      compose: async () => user && composeOwnNews(ctx, user, row),
    })
  }
  const paused = new Set<number>()
  for (const group of Map.groupBy(rows, subjectOf).values()) {
    const [first, ...rest] = group
    if (!user || !first) continue
    const ids = group.map(({ id }) => id)
    const until = first.entity_id === null ? undefined : await pauseOf(ctx, { userid, entity: first.entity_id })
    if (until !== undefined) {
      await ctx.db.write((db) => repo.settle(db, ids, { mail_at: until }))
      for (const id of ids) paused.add(id)
      continue
    }
    groups.push({
      ids,
      attempts: Math.max(...group.map(({ mail_attempts }) => mail_attempts)),
      compose: () => composeNews(ctx, config, user, [first, ...rest]),
    })
  }
  const kept = new Set(groups.flatMap(({ ids }) => ids))
  const deferred = user ? await deferDigests(ctx, user, claimed) : new Set<number>()
  const dropped = claimed.map(({ id }) => id).filter((id) => !kept.has(id) && !deferred.has(id) && !paused.has(id))
  await ctx.db.write((db) => repo.settle(db, dropped, { mail_at: null }))
  const putBackFrom = (index: number, mail_at: string) => {
    const rest = groups.slice(index).flatMap((group) => group.ids)
    return ctx.db.write((db) => repo.settle(db, rest, { mail_at }))
  }
  for (const [index, { ids, attempts, compose }] of groups.entries()) {
    if (signal?.aborted) {
      await putBackFrom(index, ctx.now())
      return false
    }
    if (later(ctx.now(), LEAST_LEFT_MS) > leaseEnds) return true
    try {
      const mail = await compose()
      if (mail) await send(mail)
      const email_sent_at = mail ? ctx.now() : null
      await ctx.db.write((db) => repo.settle(db, ids, { mail_at: null, mail_error: null, email_sent_at }))
      if (mail) ctx.counters.mails.add('sent')
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      await noteFailure(ctx, ids, attempts, error)
      if (!error.isGeneral) continue
      await putBackFrom(index + 1, retryAt(ctx, 0))
      return false
    }
  }
  return true
}

/** News of an entry come together; so do new people of a team. */
function subjectOf({ entity_id, team_id }: ToldRow): string {
  return entity_id === null ? `team ${team_id}` : `entry ${entity_id}`
}

/** What the person may see now, wants by e-mail now, and has not read yet. */
async function listWanted(
  ctx: Context,
  user: UserRow,
  teams: readonly Who[],
  claimed: readonly repo.Claimed[],
): Promise<ToldRow[]> {
  const ids = claimed.filter((row) => isDue(ctx, user, row)).map(({ id }) => id)
  if (ids.length === 0) return []
  const seen = new Map<number, ToldRow>()
  const now = ctx.now()
  for (const who of teams) {
    for (const row of await listGiven(ctx.db.read, { ...who, now }, ids)) seen.set(row.id, row)
  }
  const preferences = preferencesOf(user)
  return [...seen.values()]
    .filter((row) => !(row.is_ack === 1 && wishOf(preferences, row.category).onPage))
    .sort((a, b) => a.id - b.id)
}

/**
 * Trouble has preferences, what was read on the page is not sent, and it is only for who can do something about it. News
 * of one's own account have none, and are also for who cannot sign in yet.
 */
function isWantedNow(ctx: Context, user: UserRow, row: repo.Claimed, isActive: boolean): boolean {
  const isRead = row.is_ack === 1 && wishOf(preferencesOf(user), row.category).onPage
  return isDue(ctx, user, row) && (kindOf(row.category) === undefined || (isActive && !isRead))
}

function isDue(ctx: Context, user: UserRow, { category, digest_at }: repo.Claimed): boolean {
  const { byMail, when } = wishOf(preferencesOf(user), category)
  return byMail && (when === 'now' || (digest_at !== null && digest_at <= ctx.now()))
}

/** Puts off what the person wants daily or weekly. Returns the ids. */
async function deferDigests(ctx: Context, user: UserRow, claimed: readonly repo.Claimed[]): Promise<Set<number>> {
  const now = ctx.now()
  const deferred = new Set<number>()
  for (const { id, category, digest_at } of claimed) {
    const { byMail, when } = wishOf(preferencesOf(user), category)
    if (!byMail || when === 'now' || (digest_at !== null && digest_at <= now)) continue
    const at = digest_at ?? nextDigest(now, ctx.config.TIMEZONE, when)
    await ctx.db.write((db) => repo.settle(db, [id], { mail_at: at, digest_at: at }))
    deferred.add(id)
  }
  return deferred
}

const MOST_ATTEMPTS = 12

async function noteFailure(ctx: Context, ids: readonly number[], attempts: number, error: MailFailure): Promise<void> {
  const isOver = error.isFinal || attempts + 1 >= MOST_ATTEMPTS
  ctx.counters.mails.add(isOver ? 'given_up' : 'failed')
  ctx.log.warn({ problem: error.message }, isOver ? 'an e-mail was not sent' : 'an e-mail waits for another attempt')
  await ctx.db.write((db) =>
    repo.settle(db, ids, {
      mail_at: isOver ? null : retryAt(ctx, attempts),
      mail_attempts: attempts + 1,
      mail_error: error.message,
    }),
  )
}

const PAUSES_MINUTES = [1, 5, 30, 120]
const LONGEST_PAUSE_MINUTES = 360

/** Each pause is longer than the one before. The last attempt is two days after the first. */
export function retryAt(ctx: Context, attempts: number): string {
  return later(ctx.now(), (PAUSES_MINUTES[attempts] ?? LONGEST_PAUSE_MINUTES) * 60_000)
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString()
}
