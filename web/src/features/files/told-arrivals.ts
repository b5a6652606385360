import type { Upload } from '@aliquot/contract/uploads'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { filesMessages } from './files.messages.ts'

/** The words for screen readers about files that have come since the page was opened. */
export function useToldArrivals(files: readonly Upload[], isLoading: boolean): string {
  const text = useMessages(filesMessages)
  const known = useRef<Set<number>>(undefined)
  const [told, setTold] = useState('')
  useEffect(() => {
    if (isLoading) return
    const { current: before } = known
    known.current = new Set(files.map(({ id }) => id))
    const more = before ? files.filter(({ id }) => !before.has(id)) : []
    if (more.length > 0)
      setTold(more.length === 1 ? text.arrivedOne(more[0]?.real_name ?? '') : text.arrived(more.length))
  }, [files, isLoading, text])
  return told
}
