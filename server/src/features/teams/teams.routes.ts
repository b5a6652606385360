import { teams } from '@aliquot/contract/teams'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { requireManagedTeam, requireTeam } from './teams.access.ts'
import { deleteTeam, patchTeam } from './teams.patch.ts'
import { createTeam, listTeams, readTeam, requireMayCreateTeam } from './teams.service.ts'

export function teamRoutes(route: Route, ctx: Context): void {
  route(teams.list, async ({ actor, query }) => pageOf(await listTeams(ctx, actor), query))
  route(
    teams.add,
    async ({ actor, body, reply }) => {
      requireMayCreateTeam(actor)
      const { id } = await createTeam(ctx, actor, { name: body.name ?? 'A new team' })
      reply.created(`api/v2/teams/${id}`)
    },
    { before: async (actor) => requireMayCreateTeam(actor) },
  )
  route(
    teams.read,
    async ({ actor, params, reply }) => {
      const { team, version } = await readTeam(ctx, actor, params.id)
      reply.version(version)
      return team
    },
    // Paths below the team run this check too.
    { before: (actor, { id }) => requireTeam(ctx.db.read, actor, id) },
  )

  const before = (actor: Actor, { id }: { id: number }) => requireManagedTeam(ctx.db.read, actor, id)
  route(
    teams.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { team, version } = await patchTeam(ctx, actor, params.id, body, ifMatch)
      reply.version(version)
      return team
    },
    { before },
  )
  route(teams.remove, ({ actor, params, ifMatch }) => deleteTeam(ctx, actor, params.id, ifMatch), { before })
}
