import { views } from '@aliquot/contract/views'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { addView, listViews, patchView, readView, removeView, requireViewWriter } from './views.service.ts'

export function viewRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { id }: { id: number }) => requireViewWriter(ctx, actor, id)

  route(views.list, ({ actor, query }) => listViews(ctx, actor, query))

  route(views.add, async ({ actor, body, reply }) => {
    const { id } = await addView(ctx, actor, body)
    reply.created(`api/v2/views/${id}`)
  })

  route(views.read, async ({ actor, params, reply }) => {
    const { view, version } = await readView(ctx, actor, params.id)
    reply.version(version)
    return view
  })

  route(
    views.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { view, version } = await patchView(ctx, actor, params.id, body, ifMatch)
      reply.version(version)
      return view
    },
    { before },
  )

  route(views.remove, ({ actor, params, ifMatch }) => removeView(ctx, actor, params.id, ifMatch), { before })
}
