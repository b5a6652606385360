import type { Context } from '../../../context.ts'
import type { WebhookRow } from '../../../db/schema.ts'
import * as repo from '../webhooks.repo.ts'
import { type DeliveryOptions, pauseAfter } from './options.ts'
import { keyOf, type Tried } from './queue.ts'

/**
 * What was tried behind the kept place in this round, from the log: a restart neither repeats nor forgets it. Failures
 * from before somebody changed or resumed the webhook are over: it is tried at once, and for three days again.
 */
export async function loadTried(
  ctx: Context,
  { webhook_id, round, position }: repo.WebhookState,
  { modified_at }: Pick<WebhookRow, 'modified_at'>,
  options: DeliveryOptions,
): Promise<Map<string, Tried>> {
  const rows = await repo.listAttempts(ctx.db.read, { id: webhook_id, round, position })
  const tried = new Map<string, Tried>()
  for (const row of rows) {
    if (row.error !== null && row.at <= modified_at) continue
    const at = Date.parse(row.at)
    const earlier = tried.get(keyOf(row))
    const attempts = (earlier?.attempts ?? 0) + 1
    const dueAt = at + pauseAfter(options, attempts)
    tried.set(keyOf(row), { attempts, isDone: row.error === null, since: earlier?.since ?? at, dueAt })
  }
  return tried
}
