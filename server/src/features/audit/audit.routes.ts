import { audit } from '@aliquot/contract/audit'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { readAudit } from './audit.service.ts'

export function auditRoutes(route: Route, ctx: Context): void {
  route(audit.list, ({ actor, query }) => readAudit(ctx, actor, query))
}
