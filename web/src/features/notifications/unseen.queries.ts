import { notifications } from '@aliquot/contract/notifications'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'

export const MINE = { id: 'me' } as const

export const notificationKeys = {
  all: ['notifications'] as const,
  unseen: ['notifications', 'unseen'] as const,
  list: ['notifications', 'list'] as const,
}

/** The polling interval; also polled when the window gets the focus. */
const MINUTE = 60_000

/** The number of unread notifications. */
export function unseenCount() {
  return queryOptions({
    queryKey: notificationKeys.unseen,
    queryFn: async ({ signal }): Promise<number> => {
      const { data, total } = await call(notifications.list, { params: MINE, query: { is_ack: 0, limit: 1 }, signal })
      return total ?? data.length
    },
    staleTime: MINUTE / 2,
    retry: false,
  })
}

export function useUnseenCount(): number {
  const client = useQueryClient()
  const { data = 0 } = useQuery(unseenCount())
  useEffect(() => {
    const timer = setInterval(() => {
      // Every bell on the page polls; one request is enough.
      const stale = { queryKey: notificationKeys.unseen, stale: true }
      if (isSomebodyThere()) void client.refetchQueries(stale, { cancelRefetch: false })
    }, MINUTE)
    return () => clearInterval(timer)
  }, [client])
  return data
}

/** Polling keeps the session alive, so an unused page must stop. */
const LONGEST_REST = 10 * MINUTE
let lastSign = Date.now()

for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const) {
  const note = () => {
    lastSign = Date.now()
  }
  window.addEventListener(sign, note, { capture: true, passive: true })
}

function isSomebodyThere(): boolean {
  return document.visibilityState === 'visible' && Date.now() - lastSign < LONGEST_REST
}
