import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import type { Days } from '../../../ui/time/calendar-day.ts'
import { DateField } from '../../../ui/time/DateField.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { useListTypeMessages } from '../list-type.ts'
import { DATE_CHOICES, type DateChoice, daysOf, writeDays } from './date-choice.ts'

interface Props extends Opened {
  date: string | undefined
  pick(date: string): void
}

/** Date presets, and any range. */
export function DatePopover({ date, pick, ...opened }: Props) {
  const { chooseDate } = useListTypeMessages()
  return (
    <FilterPopover {...opened} label={chooseDate} width="22rem">
      <DatePicker
        date={date}
        pick={(picked) => {
          opened.close()
          pick(picked)
        }}
      />
    </FilterPopover>
  )
}

function DatePicker({ date, pick }: Pick<Props, 'date' | 'pick'>) {
  const text = useMessages(listPartMessages)
  const [days, setDays] = useState<Days>(() => (date === undefined ? { from: '', to: '' } : daysOf(date)))
  const isEmpty = days.from === '' && days.to === ''
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {DATE_CHOICES.map((choice) => (
          <Choice key={choice} choice={choice} date={date} pick={pick} />
        ))}
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) pick(writeDays(days))
        }}
      >
        <Stack gap="sm">
          <Group gap="xs" grow>
            <DateField
              size="xs"
              label={text.fromDay}
              value={days.from}
              onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
            />
            <DateField
              size="xs"
              label={text.toDay}
              value={days.to}
              onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
            />
          </Group>
          <Button type="submit" size="xs" variant="light" disabled={isEmpty}>
            {text.showDays}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

function Choice({ choice, date, pick }: Pick<Props, 'date' | 'pick'> & { choice: DateChoice }) {
  const text = useMessages(entryListMessages)
  const isChosen = date === choice
  return (
    <Button
      size="xs"
      radius="xl"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      {...(isChosen && { 'data-autofocus': true })}
      onClick={() => pick(choice)}
    >
      {text.dates[choice]}
    </Button>
  )
}
