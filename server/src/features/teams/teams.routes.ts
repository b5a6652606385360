import { teams } from '@aliquot/contract/teams'
import type { Context } from '../../context.ts'
import { pageOf } from '../../http/lists.ts'
import type { Route } from '../../http/route.ts'
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
  route(teams.read, async ({ actor, params, reply }) => {
    const { team, version } = await readTeam(ctx, actor, params.id)
    reply.version(version)
    return team
  })
}
