import type { EntityType } from '@aliquot/contract/common'
import { type Follow, follows } from '@aliquot/contract/follows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface FollowedEntryKey {
  type: EntityType
  id: number
}

export const followKeys = {
  all: ['follows'] as const,
  pages: ['follows', 'pages'] as const,
  one: (id: number) => ['follows', 'entry', id] as const,
}

const paramsOf = ({ type, id }: FollowedEntryKey) => ({ entity_type: type, id })

/** Whether the reader follows an entry. The stream says when it changes. */
export function followOf(entry: FollowedEntryKey) {
  return queryOptions({
    queryKey: followKeys.one(entry.id),
    queryFn: async ({ signal }): Promise<Follow> =>
      (await call(follows.read, { params: paramsOf(entry), signal })).data,
    staleTime: 300_000,
    retry: false,
  })
}

/** Follows an entry or stops, optimistically. */
export function useSetFollow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ entry, isWanted }: { entry: FollowedEntryKey; isWanted: boolean }): Promise<void> => {
      const params = paramsOf(entry)
      if (isWanted) await call(follows.add, { params, body: {} })
      else await call(follows.remove, { params })
    },
    onMutate: ({ entry, isWanted }) => {
      const key = followKeys.one(entry.id)
      const before = client.getQueryData<Follow>(key)
      client.setQueryData<Follow>(key, { is_following: isWanted ? 1 : 0, since: null })
      return { before }
    },
    onError: (_error, { entry }, context) => client.setQueryData(followKeys.one(entry.id), context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: followKeys.all }),
  })
}
