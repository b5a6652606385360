import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'

export const ROWS_IN_PAGE = 50

export interface RowPage<T> {
  rows: T[]
  /** The total; a lower bound if it is not exact. */
  total: number
  totalIsExact: boolean
}

/** The query of a page, counted from 0. */
export type PageQuery<T> = (page: number) => UseQueryOptions<RowPage<T>, Error, RowPage<T>, readonly unknown[]>

/** The total and the first rows; the previous ones until the new ones arrive. */
export function useFirstRows<T>(pageQuery: PageQuery<T>) {
  const { data, error, refetch } = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData })
  return { first: data, error: data ? null : error, refetch }
}

/** The rows of a range in a long list; undefined for those that have not arrived. */
export function useRowsBetween<T>(pageQuery: PageQuery<T>, first: RowPage<T>, start: number, end: number) {
  const from = Math.floor(start / ROWS_IN_PAGE)
  const numbers = Array.from({ length: Math.floor(end / ROWS_IN_PAGE) - from + 1 }, (_, index) => from + index)
  const pages = useQueries({ queries: numbers.map(pageQuery) })
  const rowAt = (index: number): T | undefined => {
    const number = Math.floor(index / ROWS_IN_PAGE)
    const page = number === 0 ? first : pages[number - from]?.data
    return page?.rows[index % ROWS_IN_PAGE]
  }
  return { rowAt, atLeast: Math.max(...pages.map(({ data }) => data?.total ?? 0)) }
}
