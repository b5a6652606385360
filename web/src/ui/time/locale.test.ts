import { expect, test, vi } from 'vitest'

/** The formats are cached, so every reader gets fresh ones. */
async function readerOf(languages: string[]) {
  vi.stubGlobal('navigator', { languages, language: languages[0] })
  vi.stubEnv('TZ', 'UTC')
  vi.resetModules()
  const [days, times] = await Promise.all([import('./calendar-day.ts'), import('./time.ts')])
  return { ...days, ...times }
}

const AT = new Date('2026-11-16T08:58:27Z')
const YEAR_LATER = Date.parse('2027-11-20T00:00:00Z')

test.each([
  [['en-GB', 'en'], 'en', '16 Nov 2026', '16 Nov 2026, 08:58:27', 'dd/mm/yyyy'],
  [['en-US'], 'en', 'Nov 16, 2026', 'Nov 16, 2026, 8:58:27 AM', 'mm/dd/yyyy'],
  // The first with the page's language counts, not the first of all.
  [['fr-FR', 'en-GB'], 'en', '16 Nov 2026', '16 Nov 2026, 08:58:27', 'dd/mm/yyyy'],
  [['de-DE', 'en-US'], 'en', 'Nov 16, 2026', 'Nov 16, 2026, 8:58:27 AM', 'mm/dd/yyyy'],
  [['de-DE'], 'en', '16 Nov 2026', '16 Nov 2026, 08:58:27', 'dd/mm/yyyy'],
  [['fr-FR'], 'fr', '16 nov. 2026', '16 nov. 2026, 08:58:27', 'jj/mm/aaaa'],
])('a reader of %j with the page in %s reads %s', async (languages, language, day, time, pattern) => {
  const { calendarDay, calendarTime, dayPattern, exactTime, relativeTime } = await readerOf(languages)
  // Some formats have a narrow no-break space before AM.
  const exact = exactTime(AT, language).replace(/\u202f/g, ' ')
  expect(calendarDay('2026-11-16', language)).toBe(day)
  expect(relativeTime(AT, language, YEAR_LATER)).toBe(day)
  expect(exact).toBe(time)
  expect(time).toContain(calendarTime('2026-11-16T08:58', language).replace(/\u202f| [AP]M$/g, ''))
  expect(dayPattern(language)).toBe(pattern)
})
