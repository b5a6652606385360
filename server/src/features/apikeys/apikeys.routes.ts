import { apikeys } from '@aliquot/contract/apikeys'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { createOwnApikey, listApikeys, readApikey, removeApikey, removeApikeysOf } from './apikeys.service.ts'

export function apikeyRoutes(route: Route, ctx: Context): void {
  route(apikeys.list, ({ actor, query }) => listApikeys(ctx, actor, actor.userid, query))

  route(apikeys.read, ({ actor, params }) => readApikey(ctx, actor, params.id))

  route(apikeys.add, async ({ actor, body, reply }) => {
    const canWrite = (body.canwrite ?? body.can_write) === 1
    const { key } = await createOwnApikey(ctx, actor, { name: body.name, canWrite })
    // Not a real address: programs expect the key itself right after the base address.
    reply.created(key)
  })

  route(apikeys.listOf, ({ actor, params, query }) => listApikeys(ctx, actor, params.id, query))

  route(apikeys.removeOf, ({ actor, params }) => removeApikeysOf(ctx, actor, params.id))

  route(apikeys.remove, ({ actor, params, ifMatch }) => removeApikey(ctx, actor, params.id, ifMatch))
}
