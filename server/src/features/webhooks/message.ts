import type { FeedChange } from '@aliquot/contract/changes'
import type { Context } from '../../context.ts'
import type { WebhookRow } from '../../db/schema.ts'
import { type Sent, send } from './send.ts'
import { signedHeaders } from './sign.ts'
import { signingKeysOf } from './webhooks.secrets.ts'

/** What is sent. Its id is the same for each attempt, so that a receiver knows what it has got already. */
export interface Message {
  id: string
  type: string
  timestamp: string
  data: unknown
}

export function messageOf(hook: Pick<WebhookRow, 'id'>, change: FeedChange): Message {
  return { id: `msg_${hook.id}_${change.cursor}`, type: change.kind, timestamp: change.at, data: change }
}

/** Signs and sends a message. The signature is as new as the attempt: receivers refuse old ones. */
export async function deliver(
  ctx: Context,
  hook: WebhookRow,
  { id, ...content }: Message,
  ms: number,
  stop?: AbortSignal,
): Promise<Sent> {
  const keys = await signingKeysOf(ctx, hook)
  if (!keys) return { status: null, ms: 0, error: 'secret' }
  const body = JSON.stringify(content)
  const timestamp = Math.floor(Date.parse(ctx.now()) / 1000)
  const sent = await send(
    ctx.config,
    { url: hook.url, body, headers: signedHeaders({ id, timestamp, body }, keys) },
    ms,
    stop,
  )
  if (!stop?.aborted) {
    if (sent.error === null) ctx.webhooks.delivered++
    else ctx.webhooks.failed++
  }
  return sent
}
