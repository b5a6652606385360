import { notifications } from '@aliquot/contract/notifications'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import * as service from './notifications.service.ts'

export function notificationRoutes(route: Route, ctx: Context): void {
  const before = async (actor: Actor, params: { id: number }) => service.requireSelf(actor, params.id)

  route(notifications.list, ({ actor, params, query }) => {
    service.requireSelf(actor, params.id)
    return service.listNotifications(ctx, actor, query)
  })
  route(notifications.read, ({ actor, params }) => {
    service.requireSelf(actor, params.id)
    return service.readNotification(ctx, actor, params.subid)
  })
  route(
    notifications.acknowledge,
    ({ actor, params, body }) => {
      service.requireSelf(actor, params.id)
      return service.setSeen(ctx, actor, params.subid, body.is_ack)
    },
    { before },
  )
  route(
    notifications.acknowledgeAll,
    ({ actor, params, body }) => {
      service.requireSelf(actor, params.id)
      return service.setAllSeen(ctx, actor, body.is_ack)
    },
    { before },
  )
  route(notifications.remove, ({ actor, params }) => {
    service.requireSelf(actor, params.id)
    return service.removeNotification(ctx, actor, params.subid)
  })
  route(notifications.removeAll, ({ actor, params }) => {
    service.requireSelf(actor, params.id)
    return service.removeAllNotifications(ctx, actor)
  })
}
