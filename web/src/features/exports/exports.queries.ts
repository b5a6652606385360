import { type ExportProgress, exportProgress } from '@aliquot/contract/exports'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

export interface Heard {
  progress?: ExportProgress
  /** The number of requests in a row without a report. */
  misses: number
}

/** The stream says when there is news. This is for pages that have none. */
const EVERY_MS = 5_000

/**
 * An export is unknown before its first bytes are sent, and to processes of the service other than the one that sends
 * it. After this many tries we give up.
 */
const MOST_MISSES = 10
const STOP_TRIES = 5

/** The progress of an export. */
export function exportHeard(id: string) {
  const queryKey = ['exports', id]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Heard> => {
      try {
        const { data } = await call(exportProgress.read, { params: { id }, signal })
        return { progress: data, misses: 0 }
      } catch (error) {
        if (signal.aborted) throw error
        const { misses = 0, ...before } = queryClient.getQueryData<Heard>(queryKey) ?? {}
        return { ...before, misses: misses + 1 }
      }
    },
    refetchInterval: ({ state: { data } }) => (data && (isOver(data) || isLost(data)) ? false : EVERY_MS),
    // Also in a background tab, so that people see the result when they come back.
    refetchIntervalInBackground: true,
    // The first request waits, because the export would seldom be known yet.
    initialData: { misses: 0 } as Heard,
    staleTime: 1_000,
  })
}

export function isOver({ progress }: Heard): boolean {
  return progress !== undefined && progress.state !== 'running'
}

export function isLost({ misses }: Heard): boolean {
  return misses >= MOST_MISSES
}

/** False if the service does not know it. Another of its processes may, so this retries. */
export async function stopExport(id: string): Promise<boolean> {
  for (let tried = 0; tried < STOP_TRIES; tried++) {
    try {
      await call(exportProgress.stop, { params: { id } })
      await queryClient.invalidateQueries({ queryKey: ['exports', id] })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return false
}
