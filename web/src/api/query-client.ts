import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { ApiError, Unreachable } from './client.ts'

class FreshQueryClient extends QueryClient {
  /**
   * Something has changed. A first answer that is still on its way may have been written before that, and the library
   * would be content with it: it is asked for anew, for whoever waits for it.
   */
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const fetching = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    for (const query of fetching.filter(({ state }) => state.data === undefined)) {
      void query.cancel({ silent: true })
      // Who waits is told when it fails.
      query.fetch().catch(() => {})
    }
    return super.invalidateQueries(filters, options)
  }
}

/**
 * What the service said before is shown at once and refreshed behind. A refusal is not asked again, nor what was waited
 * for in vain: whoever is in front of the screen is told, and asks again when they want to.
 */
export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !isFinal(error) && failures < 3,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

function isFinal(error: Error): boolean {
  return error instanceof ApiError || (error instanceof Unreachable && error.isLate)
}
