import type { EntityType } from '@aliquot/contract/common'
import { entityCovers } from '@aliquot/contract/entity-covers'
import { uploads } from '@aliquot/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call } from '../../../api/call.ts'
import { entryKeys } from '../../entry-data/entry-keys.ts'

/** The addresses of the first pictures of some entries. */
export function coversOf(type: EntityType, ids: readonly number[]) {
  return queryOptions({
    queryKey: [...entryKeys.all, 'covers', { type, ids }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const query = { id: ids.join() }
      const { data } = await call(entityCovers.list, { params: { entity_type: type }, query, signal })
      return new Map(
        data.map(({ entity_id: id, upload_id: subid }) => [
          id,
          addressOf(uploads.read, { params: { entity_type: type, id, subid }, query: { format: 'thumbnail' } }),
        ]),
      )
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
}
