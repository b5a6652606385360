import { follows } from '@aliquot/contract/follows'
import { notifications } from '@aliquot/contract/notifications'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { followKeys } from './follows.queries.ts'
import { NOTIFICATION_PAGES } from './notifications.queries.ts'
import { MINE } from './unseen.queries.ts'

export type NotificationTab = 'all' | 'unread' | 'mentions'

const MENTIONS = '110'
const PAGE = 50

const QUERIES = { all: {}, unread: { is_ack: 0 }, mentions: { category: MENTIONS } } as const

interface Page<T> {
  rows: T[]
  offset: number
}

function nextOf<T>({ rows, offset }: Page<T>): number | undefined {
  return rows.length < PAGE ? undefined : offset + PAGE
}

/** Pages of notifications, newest first. */
export function notificationPages(tab: NotificationTab) {
  return infiniteQueryOptions({
    queryKey: [...NOTIFICATION_PAGES, tab],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const query = { ...QUERIES[tab], limit: PAGE, offset }
      const { data } = await call(notifications.list, { params: MINE, query, signal })
      return { rows: data, offset }
    },
    getNextPageParam: nextOf,
    staleTime: 0,
  })
}

/** Pages of followed entries. */
export function followPages() {
  return infiniteQueryOptions({
    queryKey: followKeys.pages,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const { data } = await call(follows.list, { params: MINE, query: { limit: PAGE, offset }, signal })
      return { rows: data, offset }
    },
    getNextPageParam: nextOf,
    staleTime: 0,
  })
}
