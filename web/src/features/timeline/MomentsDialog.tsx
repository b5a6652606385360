import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button, Modal, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { exactTime } from '../../ui/time/time.ts'
import { entryQuery } from '../entry-data/entry.queries.ts'
import { namesOf } from '../permissions/people.queries.ts'
import { CompareMoments } from './CompareMoments.tsx'
import { describeItem, grantedPeople } from './describe.ts'
import { EntryThen } from './EntryThen.tsx'
import { MomentStepper } from './MomentStepper.tsx'
import classes from './MomentsDialog.module.css'
import { momentMessages } from './moments.messages.ts'
import { entryThenQuery, momentsQuery } from './moments.queries.ts'
import { useRestore } from './restore.queries.ts'
import { thenFields, type Wanted } from './then-fields.ts'
import { timelineMessages } from './timeline.messages.ts'

interface Props {
  entry: Entity
  /** The first moment to show; undefined for the newest. */
  item: TimelineItem | undefined
  canRestore: boolean
  close(): void
}

/** An entry at each of its moments, to read, compare and restore. */
export function MomentsDialog({ entry, item, canRestore, close }: Props) {
  const text = useMessages(momentMessages)
  const common = useMessages(commonMessages)
  const timeline = useMessages(timelineMessages)
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { data: moments, error } = useQuery(momentsQuery(entry))
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      size="60rem"
      fullScreen={isSmall}
      closeButtonProps={{ 'aria-label': common.close }}
      classNames={{ title: classes.title }}
    >
      {error && <Text role="alert">{timeline.failed}</Text>}
      {!moments && !error && <Skeleton height={240} />}
      {moments && moments.length > 0 && <Moments {...{ entry, moments, canRestore, close }} first={item} />}
    </Modal>
  )
}

interface MomentsProps extends Omit<Props, 'item'> {
  moments: TimelineItem[]
  first: TimelineItem | undefined
}

const WHOLE = ''
const NOW = 'now'

function Moments({ entry, moments, first, canRestore, close }: MomentsProps) {
  const text = useMessages(momentMessages)
  const timeline = useMessages(timelineMessages)
  const { language } = useLanguage()
  const [place, setPlace] = useState(() => placeOf(moments, first))
  const [other, setOther] = useState(WHOLE)
  const chosen = moments[place]
  // Debounced, so that moving quickly over many moments loads only the last one.
  const [asked] = useDebouncedValue(chosen?.as_of ?? '', 120)
  const { data: then, isPlaceholderData } = useQuery(entryThenQuery(entry, asked))
  // Steps and files may have changed since the page was opened.
  const { data: present } = useQuery({ ...entryQuery(entry), refetchOnMount: 'always' })
  const { data: past, isPlaceholderData: isOtherPast } = useQuery(entryThenQuery(entry, other === NOW ? '' : other))
  const now = present?.data ?? entry
  // The previous moment stays visible while the chosen one loads; nothing can be restored meanwhile.
  const isLate = asked !== chosen?.as_of || isPlaceholderData || (other !== NOW && other !== WHOLE && isOtherPast)
  const people = [then, past, now].flatMap((one) => (one ? [one.canread, one.canwrite].flatMap(grantedPeople) : []))
  const { data: names } = useQuery(namesOf(people.map(Number)))
  const fields = thenFields(text, timeline, language, (id) => names?.get(id) ?? timeline.person(id))
  const { goBack, setFields, isPending } = useRestore(entry)
  const isNewest = place === moments.length - 1
  const restoreAll = async ({ last_position, as_of }: TimelineItem) => {
    close()
    await goBack(last_position, text.restoredAll(timeOf(as_of)))
  }
  const restore = async ({ last_position, as_of }: TimelineItem, wanted: Wanted, what: string) => {
    close()
    const done = text.restoredField(what, timeOf(as_of))
    await ('patch' in wanted ? setFields(async () => wanted.patch, done) : goBack(last_position, done, [wanted.part]))
  }
  const compared = other === WHOLE ? undefined : other === NOW ? now : past
  const timeOf = (instant: string) => exactTime(new Date(instant), language)
  const nameOf = (item: TimelineItem) =>
    `${timeOf(item.as_of)} · ${item.fullname || timeline.system} ${describeItem(item, timeline)}`
  return (
    <div className={classes.moments}>
      <MomentStepper {...{ place, setPlace, nameOf }} moments={moments} />
      <div className={classes.tools}>
        <NativeSelect
          label={text.compareWith}
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          data={[
            { value: WHOLE, label: text.nothing },
            { value: NOW, label: text.now },
            ...moments.toReversed().map((moment) => ({ value: moment.as_of, label: nameOf(moment) })),
          ]}
          className={classes.select}
        />
        {canRestore && chosen && !isNewest && (
          <Button
            variant="default"
            loading={isPending}
            disabled={isLate}
            leftSection={<History size={16} aria-hidden="true" />}
            onClick={() => void restoreAll(chosen)}
          >
            {text.restoreAll}
          </Button>
        )}
      </div>
      {!then && <Skeleton height={200} />}
      <div className={classes.shown} aria-busy={isLate}>
        {then && other === WHOLE && <EntryThen entry={then} fields={fields} />}
        {then && compared && (
          <CompareMoments
            then={then}
            other={compared}
            names={[timeOf(asked), other === NOW ? text.now : timeOf(other)]}
            fields={fields}
            restore={canRestore && chosen && !isLate ? (wanted, what) => void restore(chosen, wanted, what) : undefined}
          />
        )}
      </div>
    </div>
  )
}

function placeOf(moments: readonly TimelineItem[], item: TimelineItem | undefined): number {
  const place = item ? moments.findIndex(({ last_position }) => last_position >= item.last_position) : -1
  return place === -1 ? moments.length - 1 : place
}
