import { randomUUID } from 'node:crypto'
import type { Paging } from '@aliquot/contract/common'
import { WEBHOOK_SECONDS, type WebhookError, webhookErrorText } from '@aliquot/contract/webhook-errors'
import type { WebhookDelivery, WebhookResult } from '@aliquot/contract/webhooks'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { WebhookRow } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import type { Page } from '../../records/page.ts'
import { readAt } from '../changes/changes.lookup.ts'
import { filtersOf } from './delivery/filters.ts'
import { ROOM_MS } from './delivery/options.ts'
import { deliver, type Message, messageOf } from './message.ts'
import type { Sent } from './send.ts'
import { readerOf } from './webhooks.access.ts'
import * as repo from './webhooks.repo.ts'
import { recordWebhook, requireWebhook } from './webhooks.service.ts'

/** A page has so many rows at most: the log of a busy webhook is long. */
const MOST_ROWS = 1000
/** For what is sent beside the order, and does not move the place. */
const BESIDE = -1

export async function listDeliveries(
  ctx: Context,
  actor: Actor,
  id: number,
  { limit, offset }: Paging,
): Promise<Page<WebhookDelivery>> {
  await requireWebhook(ctx.db.read, actor, id)
  const page = { limit: limit === 0 ? MOST_ROWS : Math.min(limit, MOST_ROWS), offset }
  const [rows, [counted]] = await Promise.all([
    repo.listDeliveries(ctx.db.read, id, page),
    repo.countDeliveries(ctx.db.read, { id }),
  ])
  return { rows: rows.map(toDelivery), total: Number(counted?.total ?? 0) }
}

/** Sends a message that is about nothing, whether the webhook is active or not. */
export async function testWebhook(ctx: Context, actor: Actor, id: number): Promise<WebhookResult> {
  const hook = await requireWebhook(ctx.db.read, actor, id)
  const message: Message = {
    id: `msg_test_${randomUUID()}`,
    type: 'webhook.test',
    timestamp: ctx.now(),
    data: { webhook: id },
  }
  const delivery = await sendBeside(ctx, hook, message, { position: 0, sub: 0, cursor: null })
  return { id, delivery }
}

/** Sends a change once more, if the owner may still see it. */
export async function redeliverOne(ctx: Context, actor: Actor, id: number, delivery: number): Promise<WebhookDelivery> {
  const hook = await requireWebhook(ctx.db.read, actor, id)
  const [row] = await repo.findDelivery(ctx.db.read, { id, delivery })
  if (!row) throw noDelivery()
  const message = await messageAgain(ctx, hook, row)
  await change(ctx, actor, (work) => recordWebhook(work, hook, 'updated', { redelivered: { after: row.message } }))
  return sendBeside(ctx, hook, message, row)
}

async function messageAgain(ctx: Context, hook: WebhookRow, row: repo.DeliveryRow): Promise<Message> {
  if (row.cursor === null) return { id: row.message, type: row.kind, timestamp: row.at, data: { webhook: hook.id } }
  const actor = await readerOf(ctx, hook)
  const place = { position: row.position, sub: row.sub, since: 0 }
  const found =
    actor && (await readAt(ctx.db.read, { actor, filters: filtersOf(hook), place, settled: await ctx.feed.settled() }))
  if (!found) throw noDelivery()
  return messageOf(hook, found)
}

async function sendBeside(
  ctx: Context,
  hook: WebhookRow,
  message: Message,
  { position, sub, cursor }: Pick<repo.DeliveryRow, 'position' | 'sub' | 'cursor'>,
): Promise<WebhookDelivery> {
  return ctx.webhooks.onRequest.useFor(ROOM_MS, async () => {
    const at = ctx.now()
    const sent = await deliver(ctx, hook, message, WEBHOOK_SECONDS * 1000)
    const [earlier] = await repo.countAttempts(ctx.db.read, { id: hook.id, message: message.id, position })
    const attempt = Number(earlier?.total ?? 0) + 1
    const row = { ...rowOf(hook, message, sent, at), position, sub, cursor, round: BESIDE, attempt }
    return toDelivery(await ctx.db.write((db) => repo.insertDelivery(db, row)))
  })
}

/** The row of an attempt. */
export function rowOf(hook: WebhookRow, { id, type }: Pick<Message, 'id' | 'type'>, sent: Sent, at: string) {
  return { webhook_id: hook.id, kind: type, message: id, at, ...sent }
}

function toDelivery(row: repo.DeliveryRow): WebhookDelivery {
  const { id, kind, message, at, status, ms, attempt, error } = row
  return {
    id,
    change: row.cursor,
    kind,
    message,
    at,
    status,
    ms,
    attempt,
    error: error === null ? null : webhookErrorText(error as WebhookError),
    reason: error,
  }
}

function noDelivery(): NotFound {
  return new NotFound('webhook.delivery_not_found')
}
