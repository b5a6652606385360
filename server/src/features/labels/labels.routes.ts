import { type LabelCollection, labels } from '@aliquot/contract/labels'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { labelKinds } from './labels.kinds.ts'
import { addLabel, listLabels, patchLabel, readLabel, removeLabel, requireLabelWriter } from './labels.service.ts'

export function labelRoutes(route: Route, ctx: Context): void {
  for (const collection of Object.keys(labels) as LabelCollection[]) bindCollection(route, ctx, collection)
}

function bindCollection(route: Route, ctx: Context, collection: LabelCollection): void {
  const endpoints = labels[collection]
  const kind = labelKinds[collection]
  const before = (actor: Actor, { id, subid }: { id: number; subid?: number }) =>
    requireLabelWriter(ctx.db.read, actor, kind, id, subid)

  route(endpoints.list, ({ actor, params, query }) => listLabels(ctx, actor, kind, params.id, query))

  route(endpoints.read, async ({ actor, params, reply }) => {
    const { label, version } = await readLabel(ctx, actor, kind, params.id, params.subid)
    reply.version(version)
    return label
  })

  route(
    endpoints.add,
    async ({ actor, params, body, reply }) => {
      const { id } = await addLabel(ctx, actor, kind, params.id, body)
      reply.created(`api/v2/teams/${params.id}/${kind.locationName}/${id}`)
    },
    { before },
  )

  route(
    endpoints.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { label, version } = await patchLabel(ctx, actor, kind, params.id, params.subid, body, ifMatch)
      reply.version(version)
      return label
    },
    { before },
  )

  route(
    endpoints.remove,
    ({ actor, params, ifMatch }) => removeLabel(ctx, actor, kind, params.id, params.subid, ifMatch),
    { before },
  )
}
