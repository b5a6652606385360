import { comments } from '@aliquot/contract/comments'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import {
  addComment,
  editComment,
  listComments,
  readComment,
  removeComment,
  requireEditable,
} from './comments.service.ts'

export function commentRoutes(route: Route, ctx: Context): void {
  route(comments.list, ({ actor, params, query }) => listComments(ctx, actor, params, query))

  route(comments.read, async ({ actor, params, reply }) => {
    const comment = await readComment(ctx, actor, params)
    reply.version(comment.version)
    return comment
  })

  route(
    comments.add,
    async ({ actor, params, body, reply }) => {
      const { id } = await addComment(ctx, actor, params, body.comment)
      reply.created(`api/v2/${params.entity_type}/${params.id}/comments/${id}`)
    },
    { before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id) },
  )

  route(
    comments.edit,
    async ({ actor, params, body, ifMatch, reply }) => {
      const comment = await editComment(ctx, actor, params, body.comment, ifMatch)
      reply.version(comment.version)
      return comment
    },
    { before: (actor, params) => requireEditable(ctx, actor, params) },
  )

  route(comments.remove, ({ actor, params, ifMatch }) => removeComment(ctx, actor, params, ifMatch), {
    before: (actor, params) => requireEditable(ctx, actor, params),
  })
}
