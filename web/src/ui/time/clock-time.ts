import { localeOf } from '../../i18n/locale.ts'

/** `19:38` */
export function clockTime(at: Date, language: string): string {
  return at.toLocaleTimeString(localeOf(language), { hour: '2-digit', minute: '2-digit' })
}

const DAY_MS = 86_400_000

/** The calendar day of the reader: `Today`, `Yesterday`, `Mon, 2 Mar 2026`. */
export function dayName(at: Date, language: string, now = Date.now()): string {
  const locale = localeOf(language)
  const days = Math.round((startOfDay(at) - startOfDay(new Date(now))) / DAY_MS)
  if (days > 0 || days < -1) {
    return at.toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  }
  const said = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  return said.charAt(0).toLocaleUpperCase(locale) + said.slice(1)
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}
