import { timeline } from '@aliquot/contract/timeline'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { listTimeline, readEntityThen, readTimelineItem } from './timeline.service.ts'

export function timelineRoutes(route: Route, ctx: Context): void {
  route(timeline.list, ({ actor, params, query }) => listTimeline(ctx, actor, params, query))

  route(timeline.read, async ({ actor, params, reply }) => {
    const item = await readTimelineItem(ctx, actor, params)
    reply.version(item.last_position)
    return item
  })

  route(timeline.readEntry, async ({ actor, params, reply }) => {
    const then = await readEntityThen(ctx, actor, params)
    reply.version(then.position)
    return then
  })
}
