import type { EntityType } from '@aliquot/contract/common'
import { entityLists } from '@aliquot/contract/entities-list'
import { useQuery } from '@tanstack/react-query'
import { call, pathOf } from '../../api/call.ts'
import type { Query } from '../../api/client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { LabelDialog } from './LabelDialog.tsx'
import { sampleOf } from './sample.ts'

interface Props {
  type: EntityType
  query?: Query | undefined
  close(): void
}

/** Labels of a list, or of its selected rows; the first entry is the sample. */
export function ListLabels({ type, query, close }: Props) {
  const params = { entity_type: type }
  const { data } = useQuery({
    queryKey: [...entryKeys.lists, 'labels', type, query],
    queryFn: ({ signal }) => call(entityLists.list, { params, query: { ...query, limit: 1 }, signal }),
  })
  const [row] = data?.data ?? []
  const path = pathOf(entityLists.list, { params })
  return <LabelDialog path={path} query={query} count={data?.total} sample={row && sampleOf(type, row)} close={close} />
}
