import { teamgroups } from '@aliquot/contract/teamgroups'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, readGroup, requireGroupAdmin } from './teamgroups.service.ts'

export function teamgroupRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { id, subid }: { id: number; subid?: number }) =>
    requireGroupAdmin(ctx.db.read, actor, id, subid)

  route(teamgroups.list, ({ actor, params, query }) => listGroups(ctx, actor, params.id, query))

  route(teamgroups.read, async ({ actor, params, reply }) => {
    const { group, version } = await readGroup(ctx, actor, params.id, params.subid)
    reply.version(version)
    return group
  })

  route(
    teamgroups.add,
    async ({ actor, params, body, reply }) => {
      const { id, team } = await createGroup(ctx, actor, params.id, body.name)
      reply.created(`api/v2/teams/${team}/teamgroups/${id}`)
    },
    { before },
  )

  route(
    teamgroups.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { group, version } = await patchGroup(ctx, actor, params.id, params.subid, body, ifMatch)
      reply.version(version)
      return group
    },
    { before },
  )

  route(teamgroups.remove, ({ actor, params, ifMatch }) => deleteGroup(ctx, actor, params.id, params.subid, ifMatch), {
    before,
  })
}
