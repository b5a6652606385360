import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './NotificationList.module.css'
import { NotificationRow } from './NotificationRow.tsx'
import { notificationMessages } from './notifications.messages.ts'
import { newestNotifications, useMark, useMarkAll } from './notifications.queries.ts'

/** The notifications, newest first. */
export function NotificationList({ leave }: { leave(): void }) {
  const text = useMessages(notificationMessages)
  const { fail } = useToasts()
  const { data } = useQuery(newestNotifications())
  const titleRef = useRef<HTMLHeadingElement>(null)
  const mark = useMark()
  const markAll = useMarkAll()
  const hasUnseen = data?.rows.some(({ is_ack }) => is_ack === 0) ?? false
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h5" ref={titleRef} tabIndex={-1} className={classes.title}>
          {text.title}
        </Title>
        {hasUnseen && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              // The button disappears, so keep the focus in the panel.
              titleRef.current?.focus()
              markAll.mutate(undefined, { onError: (error) => fail(error) })
            }}
          >
            {text.markAll}
          </Button>
        )}
      </div>
      {data && data.rows.length > 0 ? (
        <ul className={classes.list}>
          {data.rows.map((told) => (
            <NotificationRow
              key={told.id}
              told={told}
              leave={leave}
              mark={(isSeen) => mark.mutate({ id: told.id, isSeen }, { onError: (error) => fail(error) })}
            />
          ))}
        </ul>
      ) : (
        <Nothing />
      )}
      <Link to="/notifications" className={classes.older} onClick={leave}>
        {text.showAll}
      </Link>
    </>
  )
}

/** Loading, failed, or empty. */
function Nothing() {
  const text = useMessages(notificationMessages)
  const common = useMessages(commonMessages)
  const { data, error, refetch } = useQuery(newestNotifications())
  if (error && !data) {
    return (
      <Stack className={classes.nothing} gap="xs" align="center">
        <Text>{text.failed}</Text>
        <Button size="xs" variant="light" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Stack>
    )
  }
  if (!data) {
    return (
      <Stack className={classes.nothing} gap="xs" role="status" aria-label={text.loading}>
        <Skeleton height={14} />
        <Skeleton height={14} width="70%" />
      </Stack>
    )
  }
  return (
    <Stack className={classes.nothing} gap="2xs" align="center" ta="center">
      <Text fw={600}>{text.none}</Text>
      <Text size="sm" c="var(--quiet)">
        {text.noneHint}
      </Text>
    </Stack>
  )
}
