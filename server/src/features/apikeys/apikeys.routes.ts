import { apikeys } from '@aliquot/contract/apikeys'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { createApikey, listApikeys, readApikey, removeApikey } from './apikeys.service.ts'

export function apikeyRoutes(route: Route, ctx: Context): void {
  route(apikeys.list, ({ actor, query }) => listApikeys(ctx, actor, query))

  route(apikeys.read, ({ actor, params }) => readApikey(ctx, actor, params.id))

  route(apikeys.add, async ({ actor, body, reply }) => {
    const canWrite = (body.canwrite ?? body.can_write) === 1
    const { userid, team } = actor
    const { key } = await createApikey(ctx, actor, { name: body.name, canWrite, userid, team })
    // Not a real address: the key stands directly below the service's own.
    reply.created(key)
  })

  route(apikeys.remove, ({ actor, params, ifMatch }) => removeApikey(ctx, actor, params.id, ifMatch))
}
