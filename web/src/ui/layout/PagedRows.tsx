import { Skeleton } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import classes from './PagedRows.module.css'
import { ProblemLine } from './ProblemLine.tsx'
import { type PageQuery, type RowPage, useFirstRows, useRowsBetween } from './paged-rows.ts'
import rows from './Rows.module.css'
import { useTop } from './use-top.ts'

interface Props<T> {
  label: string
  pageQuery: PageQuery<T>
  keyOf(row: T): string | number
  /** Shown above the rows; without rows it is all that is shown. */
  summary(count: number, isExact: boolean): ReactNode
  children(row: T): ReactNode
}

const AHEAD = 8
const USUAL_HEIGHT = 66

/** A list of any length that loads and draws only the visible rows. */
export function PagedRows<T>({ label, pageQuery, keyOf, summary, children }: Props<T>) {
  const { first, error, refetch } = useFirstRows(pageQuery)
  if (error) return <ProblemLine error={error} retry={refetch} />
  if (!first) return <Skeleton height={120} />
  return (
    <>
      <div role="status" className={classes.summary}>
        {summary(first.total, first.totalIsExact)}
      </div>
      {first.total > 0 && (
        <Rows
          key={JSON.stringify(pageQuery(0).queryKey)}
          label={label}
          first={first}
          pageQuery={pageQuery}
          keyOf={keyOf}
        >
          {children}
        </Rows>
      )}
    </>
  )
}

interface RowsProps<T> extends Omit<Props<T>, 'summary'> {
  first: RowPage<T>
}

function Rows<T>({ label, first, pageQuery, keyOf, children }: RowsProps<T>) {
  // A list without an exact total grows while scrolling.
  const [known, setKnown] = useState(first.total)
  const count = first.totalIsExact ? first.total : Math.max(first.total, known)
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useTop(list)
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => USUAL_HEIGHT, overscan: AHEAD, scrollMargin })
  const drawn = virtualizer.getVirtualItems()
  const start = drawn[0]?.index ?? 0
  const { rowAt, atLeast } = useRowsBetween(pageQuery, first, start, drawn.at(-1)?.index ?? start)
  if (!first.totalIsExact && atLeast > known) setKnown(atLeast)
  return (
    <ul
      ref={list}
      className={`${rows.rows} ${classes.list}`}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() + 2 }}
    >
      {drawn.map(({ index, start }) => {
        const row = rowAt(index)
        return (
          <li
            key={row === undefined ? `at ${index}` : keyOf(row)}
            ref={virtualizer.measureElement}
            data-index={index}
            className={`${rows.row} ${classes.row}`}
            style={{ top: start - scrollMargin }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row === undefined ? <Skeleton height={USUAL_HEIGHT - 25} /> : children(row)}
          </li>
        )
      })}
    </ul>
  )
}
