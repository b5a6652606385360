import { entityLists } from '@aliquot/contract/entities-list'
import { entityCovers } from '@aliquot/contract/entity-covers'
import { entityGroups } from '@aliquot/contract/entity-groups'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { exportList, followList } from '../exports/exports.service.ts'
import { listCovers } from './covers/list-covers.ts'
import { listGroups } from './groups/list-groups.ts'
import { listEntities } from './list-entries.ts'

export function entityListRoutes(route: Route, ctx: Context): void {
  route(entityLists.list, async ({ actor, params, query, reply }) =>
    query.format === 'json'
      ? followList(ctx, actor, await listEntities(ctx, actor, params.entity_type, query), query.progress)
      : exportList({ ctx, actor, baseUrl: reply.baseUrl }, params.entity_type, query),
  )
  route(entityGroups.list, ({ actor, params, query }) => listGroups(ctx, actor, params.entity_type, query))
  route(entityCovers.list, ({ actor, params, query }) => listCovers(ctx, actor, params.entity_type, query))
  route(entityLists.downloadCsv, ({ actor, params, query, reply }) =>
    exportList({ ctx, actor, baseUrl: reply.baseUrl }, params.entity_type, {
      ...query,
      ...PLAIN,
      ...NO_ELN,
      format: 'csv',
    }),
  )
  route(entityLists.downloadEln, ({ actor, params, query, reply }) =>
    exportList({ ctx, actor, baseUrl: reply.baseUrl }, params.entity_type, { ...query, ...PLAIN, format: 'eln' }),
  )
  route(entityLists.downloadZip, ({ actor, params, query, reply }) =>
    exportList({ ctx, actor, baseUrl: reply.baseUrl }, params.entity_type, { ...query, ...NO_ELN, format: 'zip' }),
  )
}

/** The options of a ZIP, and those of an .eln archive, do not apply to other files. */
const PLAIN = { json: false, changelog: false, classification: '' } as const
const NO_ELN = { rocrate: '1.1', ending: 'eln' } as const
