import { follows } from '@aliquot/contract/follows'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { follow, listFollowed, readFollow, unfollow } from './follows.service.ts'

export function followRoutes(route: Route, ctx: Context): void {
  route(follows.read, ({ actor, params }) => readFollow(ctx, actor, params))

  route(
    follows.add,
    async ({ actor, params, reply }) => {
      await follow(ctx, actor, params)
      reply.created(`api/v2/${params.entity_type}/${params.id}/follow`)
    },
    { before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id) },
  )

  route(follows.remove, ({ actor, params }) => unfollow(ctx, actor, params))

  route(follows.list, ({ actor, params, query }) => listFollowed(ctx, actor, params.id, query))
}
