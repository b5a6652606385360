import { type Notification, notifications } from '@aliquot/contract/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MINE, notificationKeys } from './unseen.queries.ts'

/** The lists of the page of notifications. */
export const NOTIFICATION_PAGES = ['notifications', 'pages'] as const

/** The most notifications shown. */
export const MOST_SHOWN = 20

export interface Told {
  rows: Notification[]
  total: number
}

export function newestNotifications() {
  return queryOptions({
    queryKey: notificationKeys.list,
    queryFn: async ({ signal }): Promise<Told> => {
      const { data, total } = await call(notifications.list, { params: MINE, query: { limit: MOST_SHOWN }, signal })
      return { rows: data, total: total ?? data.length }
    },
    staleTime: 0,
  })
}

/** Marks one as read or unread, optimistically. */
export function useMark() {
  return useShownAtOnce(
    ({ id, isSeen }: { id: number; isSeen: 0 | 1 }) =>
      call(notifications.acknowledge, { params: { ...MINE, subid: id }, body: { is_ack: isSeen } }),
    (row, { id, isSeen }) => (row.id === id ? { ...row, is_ack: isSeen } : row),
  )
}

export function useMarkAll() {
  return useShownAtOnce(
    (_: undefined) => call(notifications.acknowledgeAll, { params: MINE, body: { is_ack: 1 } }),
    (row) => ({ ...row, is_ack: 1 }),
  )
}

function useShownAtOnce<V>(send: (wish: V) => Promise<unknown>, edit: (row: Notification, wish: V) => Notification) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (wish) => {
      await client.cancelQueries({ queryKey: notificationKeys.all })
      const list = client.getQueryData<Told>(notificationKeys.list)
      const unseen = client.getQueryData<number>(notificationKeys.unseen) ?? 0
      if (list) {
        const rows = list.rows.map((row) => edit(row, wish))
        client.setQueryData<Told>(notificationKeys.list, { ...list, rows })
        const seenMore = countSeen(rows) - countSeen(list.rows)
        client.setQueryData(notificationKeys.unseen, Math.max(0, unseen - seenMore))
      }
      client.setQueriesData<{ pages: Pick<Told, 'rows'>[] }>({ queryKey: NOTIFICATION_PAGES }, (old) => {
        if (!old) return old
        return { ...old, pages: old.pages.map((page) => ({ ...page, rows: page.rows.map((row) => edit(row, wish)) })) }
      })
      return { list, unseen }
    },
    onError: (_error, _wish, before) => {
      if (before?.list) client.setQueryData(notificationKeys.list, before.list)
      client.setQueryData(notificationKeys.unseen, before?.unseen)
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  })
}

function countSeen(rows: readonly Notification[]): number {
  return rows.filter(({ is_ack }) => is_ack === 1).length
}
