import type { Paging } from '@aliquot/contract/common'
import type {
  NewWebhook,
  Webhook,
  WebhookPatch,
  WebhookResult,
  WebhookScope,
  WebhookSecret,
} from '@aliquot/contract/webhooks'
import { ALL_KINDS } from '@aliquot/contract/webhooks'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, WebhookRow } from '../../db/schema.ts'
import { webhooksTable } from '../../db/tables/people/webhooks.ts'
import { NotFound, Unprocessable } from '../../errors.ts'
import { type Changes, rowChanges } from '../../journal/changes.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { findLastBefore } from '../changes/changes.lookup.ts'
import { requireProven } from '../sessions/sessions.proof.ts'
import { fullnameOf } from '../users/users.record.ts'
import { requireUrl } from './address.ts'
import { mayManage, requireMayHave } from './webhooks.access.ts'
import * as repo from './webhooks.repo.ts'
import { BOTH_SIGN_MS, makeSecret } from './webhooks.secrets.ts'

/** A webhook with the version for its ETag. */
interface SeenWebhook {
  webhook: Webhook
  version: number
}

/** More than anybody needs, and few enough to be served. */
export const MOST_WEBHOOKS: Readonly<Record<WebhookScope, number>> = { user: 10, team: 20, instance: 20 }

export async function listWebhooks(
  ctx: Context,
  actor: Actor,
  { scope, ...paging }: Paging & { scope?: WebhookScope | undefined },
): Promise<Page<Webhook>> {
  const { userid, isSysadmin: instance } = actor
  const rows = await repo.listFor(ctx.db.read, { userid, team: actor.isAdmin ? actor.team : null, instance })
  const wanted = rows.filter((row) => scope === undefined || row.scope === scope)
  return pageOf(
    wanted.map((row) => toWebhook(ctx, row)),
    paging,
  )
}

export async function readWebhook(ctx: Context, actor: Actor, id: number): Promise<SeenWebhook> {
  return toSeen(ctx, await requireWebhook(ctx.db.read, actor, id))
}

/** Creates a webhook that sends what happens from now on. */
export async function addWebhook(ctx: Context, actor: Actor, input: NewWebhook): Promise<WebhookSecret> {
  const scope = input.scope ?? 'user'
  requireMayHave(actor, scope)
  requireProven(ctx, actor)
  const url = requireUrl(ctx.config, input.url)
  const { secret, sealed } = await makeSecret(ctx)
  const position = await ctx.feed.start()
  const made = await change(
    ctx,
    actor,
    async (work) => {
      await requireRoom(work.db, actor, scope)
      const row = await repo.insert(work.db, {
        userid: actor.userid,
        team: actor.team,
        scope,
        url,
        kinds: JSON.stringify(input.kinds ?? [ALL_KINDS]),
        entity_type: input.entity_type ?? null,
        active: input.active ?? 1,
        off_reason: null,
        secret: sealed,
        previous_secret: null,
        previous_until: null,
        created_at: work.at,
        modified_at: work.at,
      })
      await repo.insertState(work.db, row.id, position)
      await recordWebhook(work, row, 'created', rowChanges<WebhookRow>({}, row, [...TOLD, 'scope']))
      return { id: row.id, secret }
    },
    { sealResult: true },
  )
  ctx.webhooks.noteChanged()
  return made
}

/** Whoever changes somebody else's webhook other than to pause it becomes its owner, and gets no more than they may see. */
export async function patchWebhook(
  ctx: Context,
  actor: Actor,
  id: number,
  input: WebhookPatch,
  ifMatch: IfMatch,
): Promise<SeenWebhook> {
  if (input.url !== undefined) requireProven(ctx, actor)
  const url = input.url === undefined ? undefined : requireUrl(ctx.config, input.url)
  await change(ctx, actor, async (work) => {
    const before = await holdWebhook(work.db, actor, id)
    await requireMatch(ifMatch, before.version, async () => toWebhook(ctx, await requireWebhook(work.db, actor, id)))
    const wanted: Partial<WebhookRow> = {
      ...(url !== undefined && { url }),
      ...(input.kinds !== undefined && { kinds: JSON.stringify(input.kinds) }),
      ...(input.entity_type !== undefined && { entity_type: input.entity_type }),
      ...(input.active !== undefined && { active: input.active, off_reason: null }),
    }
    const isPause = Object.keys(input).every((name) => name === 'active') && input.active !== 1
    const columns = isPause ? wanted : { ...wanted, ...ownedBy(actor, before) }
    const changes = rowChanges<WebhookRow>(before, { ...before, ...columns }, TOLD)
    if (Object.keys(changes).length === 0) return
    const after = await repo.update(work.db, before, { ...columns, modified_at: work.at })
    if (!isPause) await repo.forgetFailures(work.db, { id })
    await recordWebhook(work, after, 'updated', changes)
  })
  ctx.webhooks.noteChanged()
  return readWebhook(ctx, actor, id)
}

/** A webhook of the instance reads in the team of its owner, who need not be in that of the former one. */
function ownedBy({ userid, team }: Actor, before: WebhookRow): Pick<WebhookRow, 'userid' | 'team'> {
  const isTaken = before.scope === 'instance' && userid !== before.userid
  return { userid, team: isTaken ? team : before.team }
}

export async function removeWebhook(ctx: Context, actor: Actor, id: number, ifMatch: IfMatch): Promise<void> {
  await change(ctx, actor, async (work) => {
    const hook = await holdWebhook(work.db, actor, id)
    await requireMatch(ifMatch, hook.version, async () => toWebhook(ctx, await requireWebhook(work.db, actor, id)))
    await repo.remove(work.db, { id })
    await recordWebhook(work, hook, 'deleted', { url: { before: hook.url }, userid: { before: hook.userid } }, null)
  })
  ctx.webhooks.noteChanged()
}

/** Makes a new secret. The former one signs, too, for a day: receivers can change over without a gap. */
export async function rotateSecret(ctx: Context, actor: Actor, id: number): Promise<WebhookResult> {
  await requireWebhook(ctx.db.read, actor, id)
  requireProven(ctx, actor)
  const { secret, sealed } = await makeSecret(ctx)
  const result = await change(
    ctx,
    actor,
    async (work) => {
      const before = await holdWebhook(work.db, actor, id)
      const until = new Date(Date.parse(work.at) + BOTH_SIGN_MS).toISOString()
      const after = await repo.update(work.db, before, {
        secret: sealed,
        previous_secret: before.secret,
        previous_until: until,
        modified_at: work.at,
      })
      await recordWebhook(work, after, 'updated', { secret: {} })
      return { id, secret, previous_until: wireTime(until, ctx.config.TIMEZONE) }
    },
    { sealResult: true },
  )
  ctx.webhooks.noteChanged()
  return result
}

/** Lets a webhook send everything since an instant again. */
export async function redeliverSince(ctx: Context, actor: Actor, id: number, since: string): Promise<WebhookResult> {
  await requireWebhook(ctx.db.read, actor, id)
  const position = await findLastBefore(ctx.db.read, since)
  const result = await change(ctx, actor, async (work) => {
    const hook = await holdWebhook(work.db, actor, id)
    const [state] = await repo.holdState(work.db, { id })
    if (!state) throw missing()
    // What comes first in any case: what is still to be sent, or what is wanted again.
    const isEarlier = position < state.position
    const place = { position: Math.min(position, state.position), sub: isEarlier ? 0 : state.sub }
    // Rights that began and ended meanwhile are told again, too: the receiver may have lost what it was told.
    await repo.rewindState(work.db, state, { ...place, since: isEarlier ? 0 : state.since })
    await recordWebhook(work, hook, 'updated', { redelivered_since: { after: since } })
    return { id }
  })
  ctx.webhooks.noteChanged()
  return result
}

/** Refuses people who may not see a webhook. */
export async function requireWebhook(db: Db, actor: Actor, id: number): Promise<repo.SeenRow> {
  const [hook] = await repo.findSeen(db, { id })
  if (!hook || !mayManage(actor, hook)) throw missing()
  return hook
}

async function holdWebhook(db: Db, actor: Actor, id: number): Promise<WebhookRow> {
  const [hook] = await repo.hold(db, { id })
  if (!hook || !mayManage(actor, hook)) throw missing()
  return hook
}

async function requireRoom(db: Db, { userid, team }: Actor, scope: WebhookScope): Promise<void> {
  const counts = {
    user: () => repo.countOfPerson(db, { userid }),
    team: () => repo.countOfTeam(db, { team }),
    instance: () => repo.countOfInstance(db, {}),
  }
  const [counted] = await counts[scope]()
  const most = MOST_WEBHOOKS[scope]
  if (Number(counted?.total ?? 0) >= most) throw new Unprocessable('webhook.too_many', { most })
}

const TOLD = ['userid', 'team', 'url', 'kinds', 'entity_type', 'active', 'off_reason'] as const

/** Part of a change. Secrets are not told: only that one changed. */
export function recordWebhook(
  work: Change,
  hook: WebhookRow,
  verb: 'created' | 'updated' | 'deleted',
  changes: Changes,
  seal: string | null = sealOf(webhooksTable, hook),
): Promise<number> {
  return work.record({ chain: INSTANCE_CHAIN, subject: 'webhook', subjectId: hook.id, verb, changes, seal })
}

function missing(): NotFound {
  return new NotFound('webhook.not_found')
}

function toSeen(ctx: Context, row: repo.SeenRow): SeenWebhook {
  return { webhook: toWebhook(ctx, row), version: row.version }
}

function toWebhook(ctx: Context, row: repo.SeenRow): Webhook {
  const time = (at: string | null) => (at === null ? null : wireTime(at, ctx.config.TIMEZONE))
  const isBoth = row.previous_until !== null && row.previous_until > ctx.now()
  return {
    id: row.id,
    scope: row.scope,
    team: row.team,
    userid: row.userid,
    fullname: fullnameOf(row),
    url: row.url,
    kinds: JSON.parse(row.kinds) as string[],
    entity_type: row.entity_type as Webhook['entity_type'],
    active: row.active === 1 ? 1 : 0,
    off_reason: row.off_reason,
    failing_since: row.active === 1 ? time(row.failing_since) : null,
    previous_until: isBoth ? time(row.previous_until) : null,
    created_at: wireTime(row.created_at, ctx.config.TIMEZONE),
    modified_at: wireTime(row.modified_at, ctx.config.TIMEZONE),
  }
}
