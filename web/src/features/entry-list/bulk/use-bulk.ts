import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { useListTypeMessages } from '../list-type.ts'
import type { BulkAction, Failure } from './bulk-actions.ts'

export type Doing = BulkAction['name'] | 'undo'

export interface Failures {
  action: Doing
  of: number
  entries: Failure[]
}

export interface Bulk {
  /** Runs on all rows optimistically; resolves with the refused rows. */
  perform(action: BulkAction, rows: readonly EntryRow[]): Promise<EntryRow[]>
  /** The progress of a long run. */
  progress: { finished: number; of: number } | undefined
  failures: Failures | undefined
  forgetFailures(): void
}

/** Actions on many rows. How they run is loaded with the first of them. */
export function useBulk(): Bulk {
  const client = useQueryClient()
  const text = useMessages(entryListMessages)
  const { count } = useListTypeMessages()
  const { language } = useLanguage()
  const { show } = useToasts()
  const [progress, setProgress] = useState<Bulk['progress']>()
  const [failures, setFailures] = useState<Failures>()
  return {
    progress,
    failures,
    forgetFailures: () => setFailures(undefined),
    perform: async (action, rows) => {
      const { performBulk } = await import('./perform-bulk.ts')
      return performBulk({ client, text, count, language, show, setProgress, setFailures }, action, rows)
    },
  }
}
