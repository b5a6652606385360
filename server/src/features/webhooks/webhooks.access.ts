import type { WebhookScope } from '@aliquot/contract/webhooks'
import { actingNow } from '../../access/acting.ts'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { WebhookRow } from '../../db/schema.ts'
import { Forbidden } from '../../errors.ts'

/** Whether somebody sees and changes a webhook: their own, that of their team, or that of the instance. */
export function mayManage(actor: Actor, hook: Pick<WebhookRow, 'scope' | 'userid' | 'team'>): boolean {
  return hook.scope === 'user' ? hook.userid === actor.userid : mayHave(actor, hook.scope, hook.team)
}

/** Refuses a webhook of a scope that the person has no right to. */
export function requireMayHave(actor: Actor, scope: WebhookScope): void {
  if (mayHave(actor, scope, actor.team)) return
  throw new Forbidden(scope === 'team' ? 'webhook.may_not_team' : 'webhook.may_not_instance')
}

function mayHave(actor: Actor, scope: WebhookScope, team: number): boolean {
  if (scope === 'instance') return actor.isSysadmin
  return scope === 'user' || isAdminOf(actor, { team })
}

/** The owner as a reader of the feed, with the rights of now. Undefined if they may no longer have this webhook. */
export async function readerOf(ctx: Context, hook: WebhookRow): Promise<Actor | undefined> {
  const owner = await actingNow(ctx, hook)
  if (!owner) return undefined
  const actor: Actor = { ...owner, canWrite: false, via: `webhook:${hook.id}`, address: '' }
  return mayHave(actor, hook.scope, hook.team) ? actor : undefined
}
