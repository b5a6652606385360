import { Button, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { useFocusAfterRemoval } from '../../ui/keys/focus-after-removal.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { FollowedList } from './FollowedList.tsx'
import { NotificationGroups } from './NotificationGroups.tsx'
import classes from './NotificationsPage.module.css'
import { useMarkAll } from './notifications.queries.ts'
import { notificationsPageMessages } from './notifications-page.messages.ts'
import type { NotificationTab } from './notifications-page.queries.ts'
import { useUnseenCount } from './unseen.queries.ts'

type Tab = NotificationTab | 'following'

const TABS: readonly Tab[] = ['all', 'unread', 'mentions', 'following']

/** All notifications, and the entries that one follows. */
export function NotificationsPage() {
  const text = useMessages(notificationsPageMessages)
  const { fail } = useToasts()
  const [tab, setTab] = useState<Tab>('all')
  const unseen = useUnseenCount()
  const markAll = useMarkAll()
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(text.title)
  // The last row of a list, and the button for all of them.
  useFocusAfterRemoval(page, heading)
  return (
    <div className={classes.page} ref={page}>
      <div className={classes.head}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.heading}>
          {text.title}
        </Title>
        {unseen > 0 && (tab === 'all' || tab === 'unread') && (
          <Button variant="subtle" size="compact-sm" onClick={() => markAll.mutate(undefined, { onError: fail })}>
            {text.markAll}
          </Button>
        )}
      </div>
      <Segments<Tab>
        label={text.show}
        value={tab}
        options={TABS.map((value) => ({ value, label: text.tabs[value] }))}
        onChange={(value) => setTab(value)}
        className={classes.tabs}
      />
      {tab === 'following' ? <FollowedList /> : <NotificationGroups key={tab} tab={tab} />}
    </div>
  )
}
