import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button, CloseButton, Drawer, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronsLeftRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { dayName } from '../../ui/time/clock-time.ts'
import { parseServiceTime } from '../../ui/time/time.ts'
import { type Group, groupItems } from './group-items.ts'
import { mergeItems } from './merge-items.ts'
import { momentMessages } from './moments.messages.ts'
import { TimelineGroup } from './TimelineGroup.tsx'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'
import { timelineQuery } from './timeline.queries.ts'

const MomentsDialog = onDemand(async () => (await import('./MomentsDialog.tsx')).MomentsDialog)

interface Props {
  entry: Entity
  canRestore: boolean
  /** On small screens it covers the page. */
  isDrawer: boolean
  close(): void
}

/** The history of an entry, beside it. */
export function TimelinePanel({ entry, canRestore, isDrawer, close }: Props) {
  const text = useMessages(timelineMessages)
  const common = useMessages(commonMessages)
  const [look, setLook] = useState<Look>()
  const closeLook = () => setLook(undefined)
  const dialog = look && (
    <MomentsDialog {...{ entry, canRestore }} item={look.item} close={closeLook} giveUp={closeLook} />
  )
  if (isDrawer) {
    // Only one overlay at a time.
    if (dialog) return dialog
    return (
      <Drawer
        opened
        onClose={close}
        position="right"
        size="min(30rem, 100vw)"
        title={text.title}
        closeButtonProps={{ 'aria-label': common.close }}
        classNames={{ title: classes.drawerTitle, body: classes.drawer }}
      >
        <Changes {...{ entry, canRestore, setLook }} />
      </Drawer>
    )
  }
  return (
    <>
      <Aside {...{ entry, canRestore, setLook, close }} />
      {dialog}
    </>
  )
}

/** The moment at which the entry is shown; undefined for the newest. */
interface Look {
  item: TimelineItem | undefined
}

interface ChangesProps extends Pick<Props, 'entry' | 'canRestore'> {
  setLook(look: Look): void
}

function Aside({ close, ...changes }: ChangesProps & Pick<Props, 'close'>) {
  const text = useMessages(timelineMessages)
  const common = useMessages(commonMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className={`${classes.aside} no-print`}
      aria-label={text.title}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className={classes.header}>
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.heading}>
          {text.title}
        </Title>
        <CloseButton aria-label={common.close} onClick={close} />
      </header>
      <Changes {...changes} />
    </aside>
  )
}

function Changes({ entry, canRestore, setLook }: ChangesProps) {
  const text = useMessages(timelineMessages)
  const common = useMessages(commonMessages)
  const moments = useMessages(momentMessages)
  const { language } = useLanguage()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(entry),
  )
  if (!data && error) {
    return (
      <Stack align="flex-start" role="alert">
        <Text size="sm">{text.failed}</Text>
        <Button variant="default" size="compact-md" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Stack>
    )
  }
  if (!data) return <Skeletons />
  const items = mergeItems(data.pages.flatMap((page) => page.items))
  const dayOf = ({ newest }: Group) => dayName(parseServiceTime(newest.ended_at), language)
  const days = [...Map.groupBy(groupItems(items), dayOf)]
  return (
    <>
      {items.length === 0 && <Text size="sm">{text.nothing}</Text>}
      {items.length > 1 && (
        <Button
          variant="default"
          fullWidth
          mb="md"
          leftSection={<ChevronsLeftRight size={16} aria-hidden="true" />}
          onClick={() => setLook({ item: undefined })}
        >
          {moments.open}
        </Button>
      )}
      {days.map(([day, groups]) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ol className={classes.list}>
            {groups.map((group) => (
              <TimelineGroup
                key={group.newest.position}
                {...{ entry, group, canRestore }}
                isNewest={group.newest === items[0]}
                look={(chosen) => setLook({ item: chosen })}
              />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.loadMore}
        </Button>
      )}
    </>
  )
}

function Skeletons() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={40} />
      <Skeleton height={40} />
      <Skeleton height={40} />
    </Stack>
  )
}
