import type { Notification } from '@aliquot/contract/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './NotificationsPage.module.css'
import { useMark } from './notifications.queries.ts'
import { notificationsPageMessages } from './notifications-page.messages.ts'
import { type NotificationTab, notificationPages } from './notifications-page.queries.ts'
import { PagesOrNothing } from './PagesOrNothing.tsx'

/** Notifications by entry, the entry with the newest one first. Keys go through them and mark them. */
export function NotificationGroups({ tab }: { tab: NotificationTab }) {
  const text = useMessages(notificationsPageMessages)
  const { fail } = useToasts()
  const pages = useInfiniteQuery(notificationPages(tab))
  const list = useRef<HTMLDivElement>(null)
  const mark = useMark()
  const set = (id: number, isSeen: 0 | 1) => mark.mutate({ id, isSeen }, { onError: fail })
  // A row that moved to another page while one looked appears in both.
  const rows = [...new Map(pages.data?.pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()]

  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('li a') ?? [])]
  const focused = () => links().findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const go = (step: 1 | -1) => {
    const all = links()
    const at = focused()
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step
    const link = all[Math.min(Math.max(next, 0), all.length - 1)]
    link?.focus()
    return link !== undefined
  }
  /** Among the unread ones a marked row disappears: the next one gets the focus. */
  const moveOn = () => {
    const at = focused()
    if (tab === 'unread' && at !== -1) (links()[at + 1] ?? links()[at - 1])?.focus()
  }
  const markFocused = () => {
    const shown = groupsOf(rows).flat()
    const row = shown[focused()]
    if (!row) return false
    moveOn()
    set(row.id, row.is_ack === 0 ? 1 : 0)
    return true
  }
  useShortcuts(
    {
      j: { label: text.keys.next, run: () => go(1) },
      k: { label: text.keys.previous, run: () => go(-1) },
      e: { label: text.keys.done, run: markFocused },
      ArrowDown: () => focused() !== -1 && go(1),
      ArrowUp: () => focused() !== -1 && go(-1),
    },
    text.title,
  )
  return (
    <PagesOrNothing pages={pages} about={tab}>
      <div ref={list}>
        {groupsOf(rows).map((group) => (
          <ul key={keyOf(group[0])} className={classes.group}>
            {group.map((told) => (
              <NotificationRow
                key={told.id}
                told={told}
                leave={() => {}}
                mark={(isSeen) => {
                  moveOn()
                  set(told.id, isSeen)
                }}
              />
            ))}
          </ul>
        ))}
      </div>
    </PagesOrNothing>
  )
}

function groupsOf(rows: readonly Notification[]): Notification[][] {
  return [...Map.groupBy(rows, keyOf).values()]
}

function keyOf(told: Notification | undefined): string {
  const body: object = told?.body ?? {}
  return 'entity_id' in body ? `entry ${body.entity_id}` : `row ${told?.id}`
}
