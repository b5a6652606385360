import { Skeleton } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { entryListMessages } from './entry-list.messages.ts'

const WIDTHS = [46, 62, 38, 54, 70, 42, 58, 50, 66, 44]

/** The shape of a list before its first rows are there. */
export function ListSkeleton() {
  const text = useMessages(entryListMessages)
  return (
    <div aria-busy="true" aria-label={text.loading} role="img">
      {WIDTHS.map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} my="md" />
      ))}
    </div>
  )
}
