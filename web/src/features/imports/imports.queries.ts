import { type Import, type ImportAction, type ImportPatch, imports } from '@aliquot/contract/imports'
import { queryOptions } from '@tanstack/react-query'
import { call, pathOf } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { sendFile } from '../../api/send-file.ts'

const MOST_LISTED = 50

/** Read again when the service signals `jobs`, which the page takes for all below `exports`. */
export function listedImports() {
  return queryOptions({
    queryKey: ['exports', 'imports'],
    queryFn: async () => (await call(imports.list, { query: { limit: MOST_LISTED } })).data,
    staleTime: 0,
  })
}

/** The same. */
export function importById(id: number) {
  return queryOptions({
    queryKey: ['exports', 'imports', id],
    queryFn: async () => (await call(imports.read, { params: { id } })).data,
    staleTime: 0,
  })
}

/** Sends a file to look through it, and returns the id of its import. */
export async function sendImport(file: File, options: { signal: AbortSignal; report(bytes: number): void }) {
  const form = { path: pathOf(imports.add), file, name: file.name, isReplacement: false, idempotencyKey: newKey() }
  return (await sendFile({ ...form, fields: { preview: '1' } }, options)).id
}

export async function actOnImport(
  id: number,
  action: ImportAction,
  chosen: Omit<ImportPatch, 'action'> = {},
): Promise<Import> {
  const { data } = await call(imports.act, { params: { id }, body: { action, ...chosen } })
  queryClient.setQueryData(importById(id).queryKey, data)
  return data
}
