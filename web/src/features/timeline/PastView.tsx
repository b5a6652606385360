import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button, NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { exactTime } from '../../ui/time/time.ts'
import { entryQuery } from '../entry-data/entry.queries.ts'
import { namesOf } from '../permissions/people.queries.ts'
import { CompareMoments } from './CompareMoments.tsx'
import { grantedPeople } from './describe.ts'
import { EntryThen } from './EntryThen.tsx'
import { GoToMoment, MomentStepper } from './MomentStepper.tsx'
import classes from './Moments.module.css'
import { placeOfInstant } from './moment-at.ts'
import { momentMessages } from './moments.messages.ts'
import { entryThenQuery, momentsQuery } from './moments.queries.ts'
import { usePastAddress } from './past-address.ts'
import { useRestore } from './restore.queries.ts'
import { thenFields, type Wanted } from './then-fields.ts'
import { timelineMessages } from './timeline.messages.ts'
import { useMomentName } from './use-moment-name.ts'

interface Props {
  entry: Entity
  asOf: string
  canRestore: boolean
  /** The history beside the page has the slider. */
  hasPanel: boolean
  /** Back to now. */
  leave(): void
}

const WHOLE = ''
const NOW = 'now'

/** An entry as it was at one of its moments, in the place of the page: to read, compare and restore. */
export function PastView({ entry, asOf, canRestore, hasPanel, leave }: Props) {
  const text = useMessages(momentMessages)
  const timeline = useMessages(timelineMessages)
  const { language } = useLanguage()
  const nameOf = useMomentName()
  const address = usePastAddress()
  const bar = useRef<HTMLDivElement>(null)
  const [other, setOther] = useState(WHOLE)
  const { data: moments = [] } = useQuery(momentsQuery(entry))
  const { data: then, isPlaceholderData, error } = useQuery(entryThenQuery(entry, asOf))
  // Steps and files may have changed since the page was opened.
  const { data: present } = useQuery({ ...entryQuery(entry), refetchOnMount: 'always' })
  const { data: past, isPlaceholderData: isOtherPast } = useQuery(entryThenQuery(entry, other === NOW ? '' : other))
  const now = present?.data ?? entry
  // The previous moment stays visible while the chosen one loads; nothing can be restored meanwhile.
  const isLate = isPlaceholderData || (other !== NOW && other !== WHOLE && isOtherPast)
  const people = [then, past, now].flatMap((one) => (one ? [one.canread, one.canwrite].flatMap(grantedPeople) : []))
  const { data: names } = useQuery(namesOf(people.map(Number)))
  const fields = thenFields(text, timeline, language, (id) => names?.get(id) ?? timeline.person(id))
  const { goBack, setFields, isPending } = useRestore(entry)
  const place = placeOfInstant(moments, asOf)
  const chosen = moments[place]
  const isNewest = place === moments.length - 1
  const timeOf = (instant: string) => exactTime(new Date(instant), language)
  const restoreAll = async ({ last_position, as_of }: TimelineItem) => {
    leave()
    await goBack(last_position, text.restoredAll(timeOf(as_of)))
  }
  const restore = async ({ last_position, as_of }: TimelineItem, wanted: Wanted, what: string) => {
    leave()
    const done = text.restoredField(what, timeOf(as_of))
    await ('patch' in wanted ? setFields(async () => wanted.patch, done) : goBack(last_position, done, [wanted.part]))
  }
  const compared = other === WHOLE ? undefined : other === NOW ? now : past
  useShortcuts({ Escape: leave }, '')
  useEffect(() => {
    // The panel keeps the focus on what was chosen in it.
    if (!hasPanel) bar.current?.focus({ preventScroll: true })
  }, [hasPanel])
  return (
    <section aria-label={text.past} className={classes.past}>
      {/* Paper, too, tells that this is not the present. */}
      <div className={classes.bar} ref={bar} tabIndex={-1}>
        <strong className={classes.asOf} role="status">
          {text.asOf(timeOf(asOf))}
        </strong>
        <div className={`${classes.barActions} no-print`}>
          <Button
            variant="default"
            size="compact-sm"
            className={classes.barButton}
            rightSection={<ArrowRight size={16} aria-hidden="true" />}
            onClick={leave}
          >
            {text.backToNow}
          </Button>
          {canRestore && then && chosen && !isNewest && (
            <Button
              size="compact-sm"
              className={classes.barButton}
              loading={isPending}
              disabled={isLate}
              leftSection={<History size={16} aria-hidden="true" />}
              onClick={() => void restoreAll(chosen)}
            >
              {text.restoreAll}
            </Button>
          )}
        </div>
      </div>
      {!hasPanel && moments.length > 1 && <MomentStepper {...{ moments, address }} />}
      <div className={classes.choices}>
        {!hasPanel && moments.length > 1 && <GoToMoment {...{ moments, address }} />}
        <NativeSelect
          label={text.compareWith}
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          data={[
            { value: WHOLE, label: text.nothing },
            { value: NOW, label: text.now },
            ...moments.toReversed().map((moment) => ({ value: moment.as_of, label: nameOf(moment) })),
          ]}
          className={`${classes.select} no-print`}
        />
      </div>
      {error && <Text role="alert">{timeline.failed}</Text>}
      {!then && !error && <Skeleton height={200} />}
      <div className={classes.shown} aria-busy={isLate}>
        {then && (
          <Title order={1} className={classes.name}>
            {then.title}
          </Title>
        )}
        {then && other === WHOLE && <EntryThen entry={then} fields={fields} />}
        {then && compared && (
          <CompareMoments
            then={then}
            other={compared}
            names={[timeOf(asOf), other === NOW ? text.now : timeOf(other)]}
            fields={fields}
            restore={canRestore && chosen && !isLate ? (wanted, what) => void restore(chosen, wanted, what) : undefined}
          />
        )}
      </div>
    </section>
  )
}
