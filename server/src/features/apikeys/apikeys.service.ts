import { randomBytes } from 'node:crypto'
import type { Apikey, ApikeyLevel } from '@aliquot/contract/apikeys'
import type { Paging } from '@aliquot/contract/common'
import type { Actor, Once } from '../../access/actor.ts'
import { type DepositReach, readReach, writeReach } from '../../access/deposit-reach.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { ApikeyRow } from '../../db/schema.ts'
import { apikeysTable } from '../../db/tables/people/apikeys.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { cleanTitle } from '../../lib/text.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { requireProven } from '../sessions/sessions.proof.ts'
import { requireOwnAccount } from '../users/users.access.ts'
import * as repo from './apikeys.repo.ts'
import { requireVisible } from './deposit-targets.ts'

export interface ApikeyInput {
  name?: string | undefined
  canWrite: boolean
  /** Makes it a deposit key. */
  deposit?: DepositReach | undefined
  userid: number
  team: number
}

/** Only the last use of a key ever changes, so all versions are the same. */
const VERSION = 0

/** Creates a key of one's own in the team of the request. It stays valid long after the session has ended. */
export async function createOwnApikey(
  ctx: Context,
  actor: Actor,
  { name, canWrite, deposit }: Pick<ApikeyInput, 'name' | 'canWrite' | 'deposit'>,
): Promise<{ id: number; key: string }> {
  requireProven(ctx, actor)
  if (deposit) await requireVisible(ctx, actor, deposit)
  return createApikey(ctx, actor, { name, canWrite, deposit, userid: actor.userid, team: actor.team })
}

/** Creates a key. Its text is returned and stored nowhere. */
export function createApikey(
  ctx: Context,
  author: Author & { once?: Once },
  input: ApikeyInput,
): Promise<{ id: number; key: string }> {
  const secret = randomBytes(32).toString('hex')
  return change(ctx, author, (work) => addApikey(work, input, secret), { sealResult: true })
}

async function addApikey(work: Change, input: ApikeyInput, secret: string): Promise<{ id: number; key: string }> {
  const { userid, team } = input
  const name = cleanTitle(input.name ?? 'An API key')
  const deposit = input.deposit ? writeReach(input.deposit) : null
  const can_write = input.canWrite && deposit === null ? 1 : 0
  const row = { name, userid, team, can_write, created_at: work.at, deposit }
  const key = await repo.insert(work.db, row, (id) => tokenHash(`${id}-${secret}`))
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'apikey',
    subjectId: key.id,
    verb: 'created',
    changes: {
      name: { after: name },
      userid: { after: userid },
      team: { after: team },
      can_write: { after: key.can_write },
      ...(deposit !== null && { deposit: { after: deposit } }),
    },
    seal: sealOf(apikeysTable, key),
  })
  return { id: key.id, key: `${key.id}-${secret}` }
}

/** A person's keys in all teams: their own, or (sysadmins) another's. */
export async function listApikeys(ctx: Context, actor: Actor, userid: number, paging: Paging): Promise<Page<Apikey>> {
  await requireOwnAccount(ctx.db.read, actor, userid)
  const keys = await repo.listOf(ctx.db.read, { userid })
  return pageOf(
    keys.map((key) => toRecord(ctx, key)),
    paging,
  )
}

export async function readApikey(ctx: Context, actor: Actor, id: number): Promise<Apikey> {
  const [key] = await repo.findWithTeam(ctx.db.read, { id })
  if (!key) throw new NotFound('apikey.not_found')
  requireOwn(actor, key)
  return toRecord(ctx, key)
}

/** Deletes a key for good. Deleting a missing one is a no-op. */
export function removeApikey(ctx: Context, actor: Actor, id: number, ifMatch?: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    const [key] = await repo.hold(work.db, { id })
    if (!key) return
    requireOwn(actor, key)
    await requireMatch(ifMatch, VERSION, async () => {
      const [current] = await repo.findWithTeam(work.db, { id })
      return current && toRecord(ctx, current)
    })
    await dropApikey(work, key)
  })
}

/** Deletes all keys of a person for good. */
export async function removeApikeysOf(ctx: Context, actor: Actor, userid: number): Promise<void> {
  await requireOwnAccount(ctx.db.read, actor, userid)
  await change(ctx, actor, (work) => dropApikeysOf(work, userid))
}

/** Part of a change: deletes all keys of a person, or some. */
export async function dropApikeysOf(
  work: Change,
  userid: number,
  isChosen: (key: ApikeyRow) => boolean = () => true,
): Promise<number> {
  const keys = (await repo.holdOf(work.db, { userid })).filter(isChosen)
  for (const key of keys) await dropApikey(work, key)
  return keys.length
}

/** Deletes a key of anybody. The caller has checked the right to do so. */
export async function dropApikey(work: Change, key: ApikeyRow): Promise<void> {
  await repo.remove(work.db, { id: key.id })
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'apikey',
    subjectId: key.id,
    verb: 'deleted',
    changes: {
      name: { before: key.name },
      userid: { before: key.userid },
      team: { before: key.team },
      can_write: { before: key.can_write },
      ...(key.deposit !== null && { deposit: { before: key.deposit } }),
    },
    seal: null,
  })
}

function requireOwn(actor: Actor, key: { userid: number }): void {
  if (key.userid !== actor.userid) throw new Forbidden('apikey.of_other')
}

export function levelOf(key: Pick<ApikeyRow, 'can_write' | 'deposit'>): ApikeyLevel {
  if (key.deposit !== null) return 'deposit'
  return key.can_write === 1 ? 'write' : 'read'
}

function toRecord(ctx: Context, key: repo.ApikeyWithTeam): Apikey {
  const { TIMEZONE } = ctx.config
  const reach = key.deposit === null ? undefined : readReach(key.deposit)
  return {
    id: key.id,
    name: key.name,
    can_write: key.can_write === 1 ? 1 : 0,
    level: levelOf(key),
    templates: [...(reach?.templates ?? [])],
    entries: [...(reach?.entries ?? [])],
    created_at: wireTime(key.created_at, TIMEZONE),
    last_used_at: key.last_used_at === null ? null : wireTime(key.last_used_at, TIMEZONE),
    team: key.team,
    team_name: key.team_name,
  }
}
