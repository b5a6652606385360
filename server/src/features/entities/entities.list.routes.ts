import { entityLists } from '@aliquot/contract/entities-list'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { exportList } from '../exports/exports.service.ts'
import { listEntities } from './entities.list.ts'

export function entityListRoutes(route: Route, ctx: Context): void {
  route(entityLists.list, ({ actor, params, query, reply }) =>
    query.format === 'json'
      ? listEntities(ctx, actor, params.entity_type, query)
      : exportList({ ctx, actor, baseUrl: reply.baseUrl }, params.entity_type, query),
  )
}
