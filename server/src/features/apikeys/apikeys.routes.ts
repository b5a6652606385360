import { apikeys } from '@aliquot/contract/apikeys'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import { createOwnApikey, listApikeys, readApikey, removeApikey, removeApikeysOf } from './apikeys.service.ts'

export function apikeyRoutes(route: Route, ctx: Context): void {
  route(apikeys.list, ({ actor, query }) => listApikeys(ctx, actor, actor.userid, query))

  route(apikeys.read, ({ actor, params }) => readApikey(ctx, actor, params.id))

  route(apikeys.add, async ({ actor, body, reply }) => {
    const { name, templates, entries } = body
    const level = body.level ?? ((body.canwrite ?? body.can_write) === 1 ? 'write' : 'read')
    if (level !== 'deposit') {
      if (templates?.length) throw new InvalidInput('apikey.only_deposit', { field: 'templates' })
      if (entries?.length) throw new InvalidInput('apikey.only_deposit', { field: 'entries' })
    }
    const deposit = level === 'deposit' ? { templates: templates ?? [], entries: entries ?? [] } : undefined
    const { key } = await createOwnApikey(ctx, actor, { name, canWrite: level === 'write', deposit })
    // Not a real address: programs expect the key itself right after the base address.
    reply.created(key)
  })

  route(apikeys.listOf, ({ actor, params, query }) => listApikeys(ctx, actor, params.id, query))

  route(apikeys.removeOf, ({ actor, params }) => removeApikeysOf(ctx, actor, params.id))

  route(apikeys.remove, ({ actor, params, ifMatch }) => removeApikey(ctx, actor, params.id, ifMatch))
}
