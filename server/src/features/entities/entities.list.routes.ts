import { entityLists } from '@aliquot/contract/entities-list'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { listEntities } from './entities.list.ts'

export function entityListRoutes(route: Route, ctx: Context): void {
  route(entityLists.list, ({ actor, params, query }) => listEntities(ctx, actor, params.entity_type, query))
}
