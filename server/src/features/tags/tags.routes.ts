import { tags } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { addTags, clearTags, type EntryPath, listTags, readTag, removeTag, unreferenceTag } from './tags.service.ts'

export function tagRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { entity_type, id }: EntryPath) => requireReadable(ctx.db.read, actor, entity_type, id)

  route(tags.list, ({ actor, params, query }) => listTags(ctx, actor, params, query))

  route(tags.read, async ({ actor, params, reply }) => {
    const tag = await readTag(ctx, actor, params, params.subid)
    reply.version(tag.version)
    return tag
  })

  route(
    tags.add,
    async ({ actor, params, body, reply }) => {
      const one = typeof body.tag === 'string' ? [body.tag] : []
      const field = body.tags ? 'tags' : 'tag'
      const { id } = await addTags(ctx, actor, params, body.tags ?? one, field)
      reply.created(`api/v2/${params.entity_type}/${params.id}/tags/${id}`)
    },
    { before },
  )

  route(
    tags.unreference,
    async ({ actor, params, ifMatch, reply }) => {
      const { record, version } = await unreferenceTag(
        { ctx, actor, baseUrl: reply.baseUrl },
        params,
        params.subid,
        ifMatch,
      )
      reply.version(version)
      return record
    },
    { before },
  )

  route(
    tags.remove,
    ({ actor, params, ifMatch, reply }) =>
      removeTag({ ctx, actor, baseUrl: reply.baseUrl }, params, params.subid, ifMatch),
    { before },
  )

  route(
    tags.clear,
    ({ actor, params, ifMatch, reply }) => clearTags({ ctx, actor, baseUrl: reply.baseUrl }, params, ifMatch),
    { before },
  )
}
