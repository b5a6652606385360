import type { TimelineItem } from '@aliquot/contract/timeline'
import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { DateField } from '../../ui/time/DateField.tsx'
import classes from './Moments.module.css'
import { placeAt } from './moment-at.ts'
import { momentMessages } from './moments.messages.ts'
import type { PastAddress } from './past-address.ts'
import { useMomentName } from './use-moment-name.ts'
import { usePlace } from './use-place.ts'

interface Props {
  moments: readonly TimelineItem[]
  address: PastAddress
}

/** Steps through the moments of an entry: by slider, by keys, or one by one. */
export function MomentStepper({ moments, address }: Props) {
  const text = useMessages(momentMessages)
  const nameOf = useMomentName()
  const { place, setPlace } = usePlace(moments, address)
  const last = moments.length - 1
  const moment = moments[place]
  const name = moment ? nameOf(moment) : ''
  return (
    <div className="no-print">
      <div className={classes.slide}>
        <ActionIcon
          variant="default"
          className={classes.step}
          disabled={place === 0}
          aria-label={text.older}
          title={text.older}
          onClick={() => setPlace(place - 1)}
        >
          <ChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
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
        <ActionIcon
          variant="default"
          className={classes.step}
          disabled={place === last}
          aria-label={text.newer}
          title={text.newer}
          onClick={() => setPlace(place + 1)}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={classes.moment} role="status">
        <span className={classes.place}>{text.place(place + 1, moments.length)} ·</span> {name}
        {moment?.reason && <q className={classes.reason}>{moment.reason}</q>}
      </div>
    </div>
  )
}

/** Goes to the moment at a date and time. */
export function GoToMoment({ moments, address }: Props) {
  const text = useMessages(momentMessages)
  const [typed, setTyped] = useState('')
  return (
    <DateField
      type="datetime-local"
      step={1}
      label={text.goTo}
      className={`${classes.goTo} no-print`}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (value) address.show(moments[placeAt(moments, new Date(value))]?.as_of)
      }}
    />
  )
}
