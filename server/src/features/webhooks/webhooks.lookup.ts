import type { OffReason, WebhookScope } from '@aliquot/contract/webhooks'
import type { Context } from '../../context.ts'
import { fullnameOf } from '../users/users.record.ts'
import * as repo from './webhooks.repo.ts'

/** What the operator of the instance sees of a webhook: no secrets. */
export interface OperatorsWebhook {
  id: number
  url: string
  scope: WebhookScope
  userid: number
  fullname: string
  state: 'active' | 'failing' | 'paused' | 'off'
  off_reason: OffReason | null
  failing_since: string | null
  /** Within the last hour. */
  attempts: number
}

/** All webhooks, the busiest first. */
export async function listForOperator({ db, now }: Context): Promise<OperatorsWebhook[]> {
  const since = new Date(Date.parse(now()) - 3_600_000).toISOString()
  const attempts = new Map((await repo.countLately(db.read, since)).map(({ id, total }) => [id, total]))
  const hooks = await repo.listAll(db.read)
  return hooks
    .map((hook) => ({
      ...{ id: hook.id, url: hook.url, scope: hook.scope, userid: hook.userid, fullname: fullnameOf(hook) },
      ...{ state: stateOf(hook), off_reason: hook.off_reason, failing_since: hook.failing_since },
      attempts: attempts.get(hook.id) ?? 0,
    }))
    .sort((a, b) => b.attempts - a.attempts)
}

function stateOf({ active, off_reason, failing_since }: repo.SeenRow): OperatorsWebhook['state'] {
  if (active === 1) return failing_since === null ? 'active' : 'failing'
  return off_reason === null ? 'paused' : 'off'
}
