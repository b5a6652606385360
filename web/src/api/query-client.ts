import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** What the service said before is shown at once and refreshed behind; a refusal is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 3,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
