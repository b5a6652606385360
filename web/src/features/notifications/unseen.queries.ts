import { notifications } from '@aliquot/contract/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const MINE = { id: 'me' } as const

export const notificationKeys = {
  all: ['notifications'] as const,
  unseen: ['notifications', 'unseen'] as const,
  list: ['notifications', 'list'] as const,
}

/** The number of unread notifications. The stream says when it changes. */
export function unseenCount() {
  return queryOptions({
    queryKey: notificationKeys.unseen,
    queryFn: async ({ signal }): Promise<number> => {
      const { data, total } = await call(notifications.list, { params: MINE, query: { is_ack: 0, limit: 1 }, signal })
      return total ?? data.length
    },
    staleTime: 30_000,
    retry: false,
  })
}

export function useUnseenCount(): number {
  const { data = 0 } = useQuery(unseenCount())
  return data
}
