import { QueryClient } from '@tanstack/react-query'
import { ApiError, Unreachable } from './client.ts'

/**
 * What the service said before is shown at once and refreshed behind. A refusal is not asked again, nor what was waited
 * for in vain: whoever is in front of the screen is told, and asks again when they want to.
 */
export const queryClient = new QueryClient({
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
