import type { TimelineItem } from '@aliquot/contract/timeline'
import { Button, TextInput } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './MomentsDialog.module.css'
import { placeAt } from './moment-at.ts'
import { momentMessages } from './moments.messages.ts'

interface Props {
  moments: readonly TimelineItem[]
  place: number
  setPlace(place: number): void
  nameOf(moment: TimelineItem): string
}

/** Steps through the moments of an entry: by slider, by keys, one by one, or to a date and time. */
export function MomentStepper({ moments, place, setPlace, nameOf }: Props) {
  const text = useMessages(momentMessages)
  const last = moments.length - 1
  const moment = moments[place]
  const name = moment ? nameOf(moment) : ''
  return (
    <div className={classes.stepper}>
      <div className={classes.slide}>
        <Button
          variant="default"
          disabled={place === 0}
          leftSection={<ChevronLeft size={16} aria-hidden="true" />}
          onClick={() => setPlace(place - 1)}
        >
          {text.older}
        </Button>
        <input
          type="range"
          className={classes.range}
          aria-label={text.moment}
          aria-valuetext={name}
          min={0}
          max={last}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.valueAsNumber)}
        />
        <Button
          variant="default"
          disabled={place === last}
          rightSection={<ChevronRight size={16} aria-hidden="true" />}
          onClick={() => setPlace(place + 1)}
        >
          {text.newer}
        </Button>
      </div>
      <div className={classes.moment} role="status">
        <span className={classes.place}>{text.place(place + 1, moments.length)}</span> {name}
        {moment?.reason && <q className={classes.reason}>{moment.reason}</q>}
      </div>
      <TextInput
        type="datetime-local"
        step={1}
        label={text.goTo}
        className={classes.goTo}
        onChange={({ currentTarget: { value } }) => value && setPlace(placeAt(moments, new Date(value)))}
      />
    </div>
  )
}
