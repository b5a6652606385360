import { ownUploads } from '@aliquot/contract/uploads'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface FileFilter {
  order: 'created_at' | 'filename' | 'filesize'
  state: 1 | 2 | 3
}

const PAGE_SIZE = 50

/** The person's uploads, page by page. */
export function ownFiles({ order, state }: FileFilter) {
  return infiniteQueryOptions({
    queryKey: ['own files', order, state],
    queryFn: async ({ pageParam, signal }) => {
      const sort = order === 'filename' ? 'asc' : 'desc'
      const query = { order, sort, state: String(state), limit: PAGE_SIZE, offset: pageParam }
      return (await call(ownUploads.list, { params: { id: 'me' }, query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
