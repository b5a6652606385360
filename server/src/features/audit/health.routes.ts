import { health } from '@aliquot/contract/health'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import { checkRunning } from '../instance/checks.ts'

export function healthCheckRoutes(route: Route, ctx: Context): void {
  route(health.read, async ({ actor }) => {
    if (!actor.isSysadmin) throw new Forbidden('instance.may_not_see_health')
    return { checks: await checkRunning(ctx.config, ctx.db) }
  })
}
