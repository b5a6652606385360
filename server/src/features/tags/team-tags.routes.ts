import { teamTags } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import {
  addTeamTag,
  listTeamTags,
  readTeamTag,
  removeTeamTag,
  renameTeamTag,
  requireTagAdmin,
} from './team-tags.service.ts'

export function teamTagRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { id, subid }: { id: number; subid?: number }) => requireTagAdmin(ctx, actor, id, subid)

  route(teamTags.list, ({ actor, params, query }) => listTeamTags(ctx, actor, params.id, query))

  route(teamTags.read, async ({ actor, params, reply }) => {
    const tag = await readTeamTag(ctx, actor, params.id, params.subid)
    reply.version(tag.version)
    return tag
  })

  route(
    teamTags.add,
    async ({ actor, params, body, reply }) => {
      const { id, team } = await addTeamTag(ctx, actor, params.id, body.tag)
      reply.created(`api/v2/teams/${team}/tags/${id}`)
    },
    { before },
  )

  route(
    teamTags.rename,
    ({ actor, params, body, ifMatch }) => renameTeamTag(ctx, actor, params.id, params.subid, body.tag, ifMatch),
    { before },
  )

  route(teamTags.remove, ({ actor, params, ifMatch }) => removeTeamTag(ctx, actor, params.id, params.subid, ifMatch), {
    before,
  })
}
