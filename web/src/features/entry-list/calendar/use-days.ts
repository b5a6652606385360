import type { EntityType } from '@aliquot/contract/common'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type EntryRow, entryListPage } from '../entry-list.queries.ts'
import { daysWithin } from '../filters/date-choice.ts'
import type { ListSearch } from '../list-search.ts'

/** So many entries are loaded at once; if there are more, each day loads its first ones. */
const MOST_AT_ONCE = 300
/** What a day shows in its popover. */
const MOST_A_DAY = 100

export interface DayEntries {
  rows: EntryRow[]
  /** More than these rows, perhaps by an unknown number. */
  total: number
  totalIsExact: boolean
}

/** The entries of consecutive days. `few` are loaded for each day of a crowded month. */
export function useDays(type: EntityType, shown: ListSearch, days: readonly string[], few: number) {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const range = daysWithin(shown.date, { from, to })
  const whole = useQuery({
    ...entryListPage(type, { ...shown, date: range ?? from, order: 'date', sort: 'asc' }, 0, MOST_AT_ONCE),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  })
  const isCrowded = whole.data !== undefined && (!whole.data.totalIsExact || whole.data.total > MOST_AT_ONCE)
  const asked = isCrowded ? days.filter((day) => daysWithin(shown.date, { from: day, to: day })) : []
  const single = useQueries({ queries: asked.map((day) => dayQuery(type, shown, day, few)) })
  const pages = isCrowded ? single.map(({ data }) => data) : [whole.data]
  const rows = pages.flatMap((page) => page?.rows ?? [])
  // A moved entry has its new date at once, in the page of its old day.
  const byDay = Map.groupBy(rows, ({ date }) => date ?? '')
  const entriesOf = (day: string): DayEntries => {
    const here = byDay.get(day) ?? []
    const page = single[asked.indexOf(day)]?.data
    return { rows: here, total: Math.max(here.length, page?.total ?? 0), totalIsExact: page?.totalIsExact ?? true }
  }
  return {
    entriesOf,
    error: whole.error ?? single.find(({ error }) => error)?.error ?? null,
    isLoading: range !== undefined && (whole.isPending || whole.isPlaceholderData),
  }
}

/** All entries of one day, as far as a popover can show them. */
export function wholeDay(type: EntityType, shown: ListSearch, day: string) {
  return dayQuery(type, shown, day, MOST_A_DAY)
}

function dayQuery(type: EntityType, shown: ListSearch, day: string, limit: number) {
  return entryListPage(type, { ...shown, date: `${day}..${day}` }, 0, limit)
}
