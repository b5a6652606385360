import { type MoveIn, type MoveInPatch, moveIns } from '@aliquot/contract/move-ins'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { queryClient } from '../../api/query-client.ts'

const LIST = ['exports', 'move-ins'] as const

/** Read again when the service signals `jobs`, which the page takes for all below `exports`. */
export function listedMoveIns() {
  return queryOptions({
    queryKey: LIST,
    queryFn: async () => (await call(moveIns.list)).data,
    staleTime: 0,
  })
}

/** The same. */
export function moveInById(id: number) {
  return queryOptions({
    queryKey: [...LIST, id],
    queryFn: async () => (await call(moveIns.read, { params: { id } })).data,
    staleTime: 0,
  })
}

/** Looks at another server. */
export async function lookAt(from: string, keys: readonly string[]): Promise<void> {
  await call(moveIns.add, { body: { from, keys: [...keys], dry_run: true }, idempotencyKey: newKey() })
  await queryClient.invalidateQueries({ queryKey: LIST })
}

export async function actOnMoveIn(id: number, patch: MoveInPatch): Promise<MoveIn> {
  const { data } = await call(moveIns.act, { params: { id }, body: patch })
  queryClient.setQueryData(moveInById(id).queryKey, data)
  void queryClient.invalidateQueries({ queryKey: LIST, exact: true })
  return data
}
