import { z } from 'zod'
import { EntityType, Id, Paging } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { Numbers } from './numbers.ts'
import { ENTRIES } from './operation-groups.ts'

/** The picture that stands for an entry. */
export const EntityCover = z
  .object({
    entity_id: Id,
    upload_id: Id.meta({ description: 'Id of the file, whose thumbnail can be shown' }),
  })
  .register(namedRecords, { name: 'EntityCover', description: 'The first picture of an entry' })
export type EntityCover = z.infer<typeof EntityCover>

export const entityCovers = {
  list: endpoint({
    name: 'readEntityCovers',
    method: 'GET',
    access: 'account',
    path: '/entity_covers/:entity_type',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'The first pictures of some entries, of those that you may read and that have one',
    query: Paging.extend({ id: Numbers.meta({ description: 'Ids of entries, comma separated' }) }),
    reply: z.array(EntityCover),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
}
