import { changes } from '@aliquot/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { renewActor } from '../../http/auth/authenticate.ts'
import type { Route } from '../../http/route.ts'
import { readChanges } from './changes.service.ts'
import { followChanges } from './stream/follow.ts'

export function changesRoutes(route: Route, ctx: Context): void {
  const renew = (actor: Actor) => renewActor(ctx, actor)
  route(changes.list, ({ actor, query, reply }) => readChanges(ctx, actor, query, { renew, gone: reply.gone() }))
  route(changes.stream, ({ actor, query, reply }) =>
    followChanges(ctx, actor, { ...query, after: reply.lastEventId || query.after }),
  )
}
