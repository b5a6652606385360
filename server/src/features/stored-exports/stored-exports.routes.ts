import { storedExports } from '@aliquot/contract/stored-exports'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { addExport, listExports, openExport, readExport, removeExport, requireOwn } from './stored-exports.service.ts'

export function storedExportRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { id }: { id: number }) => requireOwn(ctx, actor, id)

  route(storedExports.list, ({ actor, query }) => listExports(ctx, actor, query))

  route(storedExports.add, async ({ actor, body, reply }) => {
    const { id } = await addExport(ctx, actor, body, reply.baseUrl)
    reply.created(`api/v2/exports/${id}`)
  })

  route(
    storedExports.read,
    ({ actor, params, query }) =>
      query.format === 'binary' ? openExport(ctx, actor, params.id) : readExport(ctx, actor, params.id),
    { before },
  )

  route(storedExports.download, ({ actor, params }) => openExport(ctx, actor, params.id))

  route(storedExports.remove, ({ actor, params }) => removeExport(ctx, actor, params.id))
}
