import { EntityThen, RestorePart, TimelineItem, timeline } from '@aliquot/contract/timeline'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { writeInTurns } from '../../records/write-in-turns.ts'
import { requireMoment, restoreEntry } from '../history/restore.service.ts'
import { listTimeline, readEntityThen, readTimelineItem } from './timeline.service.ts'

export function timelineRoutes(route: Route, ctx: Context): void {
  route(timeline.list, ({ actor, params, query }) => listTimeline(ctx, actor, params, query))

  route(timeline.read, async ({ actor, params, reply }) => {
    const item = await readTimelineItem(ctx, actor, params)
    reply.version(item.last_position)
    return writeInTurns(TimelineItem, item)
  })

  route(
    timeline.restore,
    async ({ actor, params, body, ifMatch, reply }) => {
      const viewer = { ctx, actor, baseUrl: reply.baseUrl }
      const { only: parts = RestorePart.options, last_position } = body
      const restored = await restoreEntry(viewer, params, parts, { ifMatch, last_position })
      reply.version(restored.version)
      return restored
    },
    { before: (actor, params) => requireMoment(ctx, actor, params) },
  )

  route(timeline.readEntry, async ({ actor, params, reply }) => {
    const then = await readEntityThen(ctx, actor, params)
    reply.version(then.position)
    return writeInTurns(EntityThen, then)
  })
}
