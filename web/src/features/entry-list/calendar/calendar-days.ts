const DAY = 24 * 60 * 60 * 1000

/** The day so many days later: `2026-03-01` + 1 is `2026-03-02`. */
export function dayAway(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10)
}

/** The same day in another month, or the last of a shorter one. */
export function monthAway(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + by, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The seven days of its week. 0 is Sunday. */
export function weekOf(day: string, firstWeekday: number): string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = dayAway(day, -((weekday - firstWeekday + 7) % 7))
  return Array.from({ length: 7 }, (_, index) => dayAway(first, index))
}

/** The weeks that a month touches. */
export function weeksOf(day: string, firstWeekday: number): string[][] {
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  let week = weekOf(`${month}-01`, firstWeekday)
  while (week.some((one) => one.startsWith(month))) {
    weeks.push(week)
    week = weekOf(dayAway(week[0] ?? day, 7), firstWeekday)
  }
  return weeks
}

/** Today in the reader's zone. */
export function today(now = new Date()): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}
