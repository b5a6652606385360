import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import { useListTypeMessages } from '../list-type.ts'
import type { BulkAction } from './bulk-actions.ts'
import type { Failures, Progress } from './bulk-report.ts'

export interface Bulk {
  /** Runs on all rows optimistically; resolves with the refused rows. */
  perform(action: BulkAction, rows: readonly EntryRow[]): Promise<EntryRow[]>
  /** The progress of a long run. */
  progress: Progress | undefined
  failures: Failures | undefined
  forgetFailures(): void
}

/** Actions on many rows. How they run is loaded with the first of them. */
export function useBulk(): Bulk {
  const client = useQueryClient()
  const { count } = useListTypeMessages()
  const { language } = useLanguage()
  const { show } = useToasts()
  const [progress, setProgress] = useState<Progress>()
  const [failures, setFailures] = useState<Failures>()
  return {
    progress,
    failures,
    forgetFailures: () => setFailures(undefined),
    perform: async (action, rows) => {
      const { performBulk } = await import('./perform-bulk.ts')
      return performBulk({ client, count, language, show, setProgress, setFailures }, action, rows)
    },
  }
}
