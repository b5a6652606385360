import { Skeleton } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { entryListTexts } from './entry-list.text.ts'

const WIDTHS = [46, 62, 38, 54, 70, 42, 58, 50, 66, 44]

/** The shape of a list before its first rows are there. */
export function ListSkeleton() {
  const text = useTexts(entryListTexts)
  return (
    <div aria-busy="true" aria-label={text.loading} role="img">
      {WIDTHS.map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} my={15} />
      ))}
    </div>
  )
}
