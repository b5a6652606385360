import type { StreamQuery } from '@aliquot/contract/changes'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { EventsAnswer } from '../../../records/answers.ts'
import { cursorOf, hasPlace, placeOf } from '../changes.service.ts'
import { openingFrame } from './frames.ts'
import { Stream } from './stream.ts'

/** Everything from a place on, and then what comes, until somebody ends it. */
export async function followChanges(ctx: Context, actor: Actor, query: StreamQuery): Promise<EventsAnswer> {
  const { read } = ctx.db
  const settled = await (hasPlace(query.after) ? ctx.feed.settled() : ctx.feed.start())
  const from = await placeOf(read, query.after, settled)
  const opening = openingFrame(await cursorOf(read, from))
  ctx.streams.requireRoom(actor.userid)
  return new EventsAnswer((client) => {
    client.send(opening)
    ctx.streams.add(new Stream(client, actor, query, from.position), from)
  })
}
