import { Skeleton } from '@mantine/core'
import rows from './Rows.module.css'

const WIDTHS = [34, 26, 41, 30, 37, 23, 44, 28]

/** The shape of rows with an icon, a title and a line of facts, before they are there. */
export function RowsSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <div className={rows.rows} role="img" aria-busy="true" aria-label={label}>
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className={rows.row}>
          <Skeleton height={20} width={20} circle flex="none" />
          <div className={rows.main}>
            <Skeleton height={14} width={`${width}%`} my="2xs" />
            <Skeleton height={12} width={`${width + 30}%`} my="2xs" />
          </div>
        </div>
      ))}
    </div>
  )
}
