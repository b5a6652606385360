import type { EntityType } from '@aliquot/contract/common'
import { type StoredExport, storedExports } from '@aliquot/contract/stored-exports'
import { queryOptions } from '@tanstack/react-query'
import { call, pathOf } from '../../api/call.ts'
import { queryText } from '../../api/client.ts'
import { addressAt } from '../../api/files.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Exported, ExportFormat } from './download.ts'

/** The stream says when there is news. This is for pages that have none. */
const EVERY_MS = 20_000

/** Read again when the service signals `jobs`, as all below `exports`. */
export function listedExports() {
  return queryOptions({
    queryKey: ['exports', 'stored'],
    queryFn: async () => (await call(storedExports.list, { query: {} })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isGoing) ? EVERY_MS : false),
  })
}

export function isGoing({ state }: StoredExport): boolean {
  return state === 4 || state === 5
}

/** The address of its file. */
export function fileAddress({ id }: StoredExport): string {
  return addressAt(pathOf(storedExports.download, { params: { id } }))
}

export interface NewExport {
  format: StoredExport['format']
  types: readonly EntityType[]
  changelog?: boolean
  json?: boolean
  /** Of the list of one type. */
  query?: string
}

/** Has a file made in the background. */
export async function orderExport({ format, types, changelog, json, query }: NewExport): Promise<void> {
  const body = {
    format,
    ...Object.fromEntries(types.map((type) => [type, 'on'])),
    ...(changelog && { changelog: 'on' }),
    ...(json && { json: 'on' }),
    ...(query !== undefined && { query }),
  }
  await call(storedExports.add, { body })
  await queryClient.invalidateQueries({ queryKey: listedExports().queryKey })
}

export async function removeExport(id: number): Promise<void> {
  await call(storedExports.remove, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: listedExports().queryKey })
}

/** The same entries in the background; undefined for what only comes at once, such as the files of an entry. */
export function inBackground({ path, query }: Exported): ((format: ExportFormat) => NewExport) | undefined {
  const [, type, id] = /^\/(experiments|items|experiments_templates|items_types)(?:\/(\d+))?$/.exec(path) ?? []
  if (!type) return undefined
  const text = queryText({ ...query, ...(id && { id }) }).slice(1)
  return (format) => ({ format, types: [type as EntityType], query: text, json: format === 'zip' })
}
