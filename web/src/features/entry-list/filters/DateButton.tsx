import { CalendarDays } from 'lucide-react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { calendarDay, calendarDays } from '../../../ui/time/calendar-day.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { SearchChange } from '../list-search.ts'
import { daysOf, isDateChoice } from './date-choice.ts'
import { FilterChip } from './FilterChip.tsx'

const load = () => import('./DatePopover.tsx').then(({ DatePopover }) => DatePopover)

/** The date filter. */
export function DateButton({ date, change }: { date: string | undefined; change(change: SearchChange): void }) {
  const text = useMessages(entryListMessages)
  const { language } = useLanguage()
  return (
    <FilterChip
      name={text.date}
      value={date === undefined ? undefined : inWords(date)}
      icon={<CalendarDays size={14} aria-hidden="true" />}
      load={load}
      opened={{ date, pick: (picked: string) => change({ date: picked }) }}
      clear={() => change({ date: undefined })}
    />
  )

  function inWords(date: string): string {
    if (isDateChoice(date)) return text.dates[date]
    const { from, to } = daysOf(date)
    if (to === '') return text.since(calendarDay(from, language))
    return from === '' ? text.until(calendarDay(to, language)) : calendarDays({ from, to }, language)
  }
}
