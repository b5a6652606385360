import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button, CloseButton, Drawer, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronsLeftRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { useCloseOnBack } from '../../ui/keys/close-on-back.ts'
import { useFocusAfterRemoval } from '../../ui/keys/focus-after-removal.ts'
import { dayName } from '../../ui/time/clock-time.ts'
import { parseServiceTime } from '../../ui/time/time.ts'
import { type Group, groupItems } from './group-items.ts'
import { GoToMoment, MomentStepper } from './MomentStepper.tsx'
import momentClasses from './Moments.module.css'
import { mergeItems } from './merge-items.ts'
import { momentMessages } from './moments.messages.ts'
import { momentsQuery } from './moments.queries.ts'
import { type PastAddress, usePastAddress } from './past-address.ts'
import { TimelineGroup } from './TimelineGroup.tsx'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'
import { timelineQuery } from './timeline.queries.ts'

interface Props {
  entry: Entity
  canRestore: boolean
  /** On small screens it covers the page. */
  isDrawer: boolean
  close(): void
}

/** The history of an entry, beside it. */
export function TimelinePanel({ entry, canRestore, isDrawer, close }: Props) {
  return isDrawer ? <Cover {...{ entry, canRestore, close }} /> : <Aside {...{ entry, canRestore, close }} />
}

function Cover({ close, ...changes }: Omit<Props, 'isDrawer'>) {
  const text = useMessages(timelineMessages)
  const common = useMessages(commonMessages)
  useCloseOnBack(close)
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
      <Changes {...changes} close={close} isDrawer />
    </Drawer>
  )
}

function Aside({ close, ...changes }: Omit<Props, 'isDrawer'>) {
  const text = useMessages(timelineMessages)
  const common = useMessages(commonMessages)
  const { asOf } = usePastAddress()
  const aside = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A restored value takes its button with it.
  useFocusAfterRemoval(aside, heading)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      ref={aside}
      className={`${classes.aside} no-print`}
      aria-label={text.title}
      // The first Escape returns from the past.
      onKeyDown={(event) => event.key === 'Escape' && asOf === undefined && close()}
    >
      <header className={classes.header}>
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.heading}>
          {text.title}
        </Title>
        <CloseButton aria-label={common.close} onClick={close} />
      </header>
      <Changes {...changes} close={close} isDrawer={false} />
    </aside>
  )
}

function Changes({ entry, canRestore, isDrawer, close }: Props) {
  const address = usePastAddress()
  // A drawer would cover the page that shows the past.
  const look = (item: TimelineItem | undefined) => {
    if (isDrawer) close()
    address.show(item?.as_of)
  }
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
      {items.length > 1 && !isDrawer && <Stepper entry={entry} address={address} />}
      {items.length > 1 && isDrawer && (
        <Button
          variant="default"
          fullWidth
          mb="md"
          leftSection={<ChevronsLeftRight size={16} aria-hidden="true" />}
          onClick={() => look(items[0])}
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
                look={look}
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

/** The slider needs all moments; the list below shows the newest meanwhile. */
function Stepper({ entry, address }: { entry: Entity; address: PastAddress }) {
  const { data: moments = [] } = useQuery(momentsQuery(entry))
  if (moments.length <= 1) return null
  return (
    <div className={momentClasses.inPanel}>
      <MomentStepper moments={moments} address={address} />
      <GoToMoment moments={moments} address={address} />
    </div>
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
