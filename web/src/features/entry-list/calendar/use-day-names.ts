import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage } from '../../../i18n/messages.tsx'
import { calendarDay, calendarDays } from '../../../ui/time/calendar-day.ts'
import { monthName } from '../grouped/use-group-name.ts'

/** Days in the reader's words. */
export function useDayNames() {
  const { language } = useLanguage()
  const locale = localeOf(language)
  const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return {
    /** `2 Mar 2026` */
    short: (day: string) => calendarDay(day, language),
    /** `Monday, 2 March 2026` */
    long: (day: string) => inWords(day, { dateStyle: 'full' }),
    /** `Mon` */
    weekday: (day: string) => inWords(day, { weekday: 'short' }),
    /** `2`, and `1 Mar` for the first of a month */
    number: (day: string) =>
      day.endsWith('-01') ? inWords(day, { day: 'numeric', month: 'short' }) : String(Number(day.slice(8))),
    /** `March 2026`, or `2 – 8 Mar 2026` */
    span: (days: readonly string[], day: string) =>
      days.length > 7
        ? monthName(day.slice(0, 7), language)
        : calendarDays({ from: days[0] ?? day, to: days.at(-1) ?? day }, language),
    /** `1,204` */
    amount: (count: number) => count.toLocaleString(locale),
  }
}
