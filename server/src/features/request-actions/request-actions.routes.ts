import { requestActions } from '@aliquot/contract/request-actions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import {
  addRequest,
  type EntryPath,
  listRequests,
  listRequestsOf,
  readRequest,
  removeRequest,
} from './request-actions.service.ts'

export function requestActionRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { entity_type, id }: EntryPath) => requireReadable(ctx.db.read, actor, entity_type, id)

  route(requestActions.list, ({ actor, params, query }) => listRequests(ctx, actor, params, query))
  route(requestActions.read, async ({ actor, params, reply }) => {
    const request = await readRequest(ctx, actor, params)
    // Only its state ever changes.
    reply.version(request.state)
    return request
  })

  route(
    requestActions.add,
    async ({ actor, params, body, reply }) => {
      const { id } = await addRequest(ctx, actor, params, body)
      reply.created(`api/v2/${params.entity_type}/${params.id}/request_actions/${id}`)
    },
    { before },
  )

  route(requestActions.remove, ({ actor, params, ifMatch }) => removeRequest(ctx, actor, params, ifMatch), { before })

  route(requestActions.own, ({ actor, params, query }) => listRequestsOf(ctx, actor, params.id, query))
}
