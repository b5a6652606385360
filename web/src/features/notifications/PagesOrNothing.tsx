import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { notificationsPageMessages } from './notifications-page.messages.ts'

interface Props {
  pages: {
    data: { pages: readonly { rows: readonly unknown[] }[] } | undefined
    error: Error | null
    refetch(): unknown
    hasNextPage: boolean
    fetchNextPage(): unknown
    isFetchingNextPage: boolean
  }
  about: 'all' | 'unread' | 'mentions' | 'following'
  children: ReactNode
}

/** The rows that have arrived and a button for more; before that, loading, failed or empty. */
export function PagesOrNothing({ pages, about, children }: Props) {
  const text = useMessages(notificationsPageMessages)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  if (error && !data) return <ProblemLine error={error} retry={refetch} />
  if (!data) return <Skeleton height={240} />
  if (data.pages.every(({ rows }) => rows.length === 0)) {
    return (
      <Stack gap="2xs" py="xl">
        <Text fw={600}>{text.empty[about]}</Text>
        <Text size="sm" c="var(--quiet)">
          {text.hints[about]}
        </Text>
      </Stack>
    )
  }
  return (
    <>
      {children}
      {hasNextPage && (
        <Button variant="default" size="sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </>
  )
}
