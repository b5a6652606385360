import { moveIns } from '@aliquot/contract/move-ins'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { actOnMoveIn, addMoveIn, listMoveIns, readMoveIn, requireMoveIn } from './move-ins.service.ts'

export function moveInRoutes(route: Route, ctx: Context): void {
  route(moveIns.list, ({ actor, query }) => listMoveIns(ctx, actor, query))

  route(moveIns.add, async ({ actor, body, reply }) => {
    reply.created(`api/v2/move_ins/${await addMoveIn(ctx, actor, body)}`)
  })

  const before = (actor: Actor, { id }: { id: number }) => requireMoveIn(ctx, actor, id)

  route(moveIns.read, ({ actor, params }) => readMoveIn(ctx, actor, params.id))

  route(moveIns.act, ({ actor, params, body }) => actOnMoveIn(ctx, actor, params.id, body), { before })
}
