import { webhooks } from '@aliquot/contract/webhooks'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import { listDeliveries, redeliverOne, testWebhook } from './deliveries.service.ts'
import {
  addWebhook,
  listWebhooks,
  patchWebhook,
  readWebhook,
  redeliverSince,
  removeWebhook,
  requireWebhook,
  rotateSecret,
} from './webhooks.service.ts'

export function webhookRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { id }: { id: number }) => requireWebhook(ctx.db.read, actor, id)

  route(webhooks.list, ({ actor, query }) => listWebhooks(ctx, actor, query))

  route(webhooks.add, async ({ actor, body, reply }) => {
    const made = await addWebhook(ctx, actor, body)
    reply.created(`api/v2/webhooks/${made.id}`)
    return made
  })

  route(webhooks.read, async ({ actor, params, reply }) => {
    const { webhook, version } = await readWebhook(ctx, actor, params.id)
    reply.version(version)
    return webhook
  })

  route(
    webhooks.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { webhook, version } = await patchWebhook(ctx, actor, params.id, body, ifMatch)
      reply.version(version)
      return webhook
    },
    { before },
  )

  route(webhooks.remove, ({ actor, params, ifMatch }) => removeWebhook(ctx, actor, params.id, ifMatch), { before })

  route(
    webhooks.act,
    ({ actor, params, body }) => {
      if (body.action === 'test') return testWebhook(ctx, actor, params.id)
      if (body.action === 'rotate') return rotateSecret(ctx, actor, params.id)
      if (body.since === undefined) throw new InvalidInput('field.missing', { field: 'since' })
      return redeliverSince(ctx, actor, params.id, body.since)
    },
    { before },
  )

  route(webhooks.deliveries, ({ actor, params, query }) => listDeliveries(ctx, actor, params.id, query))

  route(webhooks.redeliver, ({ actor, params }) => redeliverOne(ctx, actor, params.id, params.did), { before })
}
