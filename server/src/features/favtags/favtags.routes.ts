import { favtags } from '@aliquot/contract/favtags'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { addFavourite, dropFavourite, listFavourites } from './favtags.service.ts'

export function favtagRoutes(route: Route, ctx: Context): void {
  for (const list of [favtags.list, favtags.listAgain]) {
    route(list, async ({ actor, query }) => pageOf(await listFavourites(ctx, actor), query))
  }

  route(favtags.add, async ({ actor, body, reply }) => {
    const { isNew } = await addFavourite(ctx, actor, body.tag)
    reply.created(`api/v2/favtags/${isNew ? 1 : 0}`)
  })

  route(favtags.remove, ({ actor, params }) => dropFavourite(ctx, actor, params.id))
}
