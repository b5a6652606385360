import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { ApiError, Unreachable } from './client.ts'
import { askOrRecall, keepSeen } from './seen.ts'

class FreshQueryClient extends QueryClient {
  /**
   * A first answer that is still on its way may be older than the change, and the library would accept it: fetch it
   * again for those who wait.
   */
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const fetching = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    for (const query of fetching.filter(({ state }) => state.data === undefined)) {
      void query.cancel({ silent: true })
      // Those who wait see the error.
      query.fetch().catch(() => {})
    }
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Cached data is shown at once and refreshed in the background. Refusals and time-outs are not retried: the person is
 * told, and can retry.
 */
export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !isFinal(error) && failures < 3,
      networkMode: 'always',
      persister: askOrRecall,
    },
    mutations: { networkMode: 'always' },
  },
})

keepSeen(queryClient.getQueryCache())

function isFinal(error: Error): boolean {
  return error instanceof ApiError || (error instanceof Unreachable && error.isLate)
}
