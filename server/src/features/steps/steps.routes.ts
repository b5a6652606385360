import { steps, unfinishedSteps } from '@aliquot/contract/steps'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { addStep, listSteps, patchStep, patchSteps, readStep, removeStep, requireKnownStep } from './steps.service.ts'
import { listUnfinished } from './unfinished.service.ts'

export function stepRoutes(route: Route, ctx: Context): void {
  route(steps.list, ({ actor, params, query }) => listSteps(ctx, actor, params, query))

  route(steps.read, async ({ actor, params, reply }) => {
    const step = await readStep(ctx, actor, params)
    reply.version(step.version)
    return step
  })

  route(
    steps.add,
    async ({ actor, params, body, reply }) => {
      const { id } = await addStep(ctx, actor, params, body.body ?? '')
      reply.created(`api/v2/${params.entity_type}/${params.id}/steps/${id}`)
    },
    { before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id) },
  )

  route(
    steps.edit,
    async ({ actor, params, body, ifMatch, reply }) => {
      const step = await patchStep(ctx, actor, params, body, ifMatch)
      reply.version(step.version)
      return step
    },
    { before: (actor, params) => requireKnownStep(ctx, actor, params) },
  )

  route(steps.editAll, ({ actor, params, body }) => patchSteps(ctx, actor, params, body), {
    before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id),
  })

  route(steps.remove, ({ actor, params, ifMatch }) => removeStep(ctx, actor, params, ifMatch), {
    before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id),
  })

  route(unfinishedSteps.read, ({ actor, query }) => listUnfinished(ctx, actor, query))
}
