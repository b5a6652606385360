import { agents, deposits } from '@aliquot/contract/agents'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { keepReport, listAgents, removeAgent } from './agents.service.ts'
import { findDeposits, findTargets } from './deposits.service.ts'

export function agentRoutes(route: Route, ctx: Context): void {
  route(agents.list, ({ actor, query }) => listAgents(ctx, actor, query))

  route(agents.report, ({ actor, body }) => keepReport(ctx, actor, body))

  route(agents.remove, ({ actor, params }) => removeAgent(ctx, actor, params.id))

  route(deposits.find, async ({ actor, query }) => pageOf(await findDeposits(ctx, actor, query), query))

  route(deposits.targets, async ({ actor, query }) => pageOf(await findTargets(ctx, actor, query), query))
}
