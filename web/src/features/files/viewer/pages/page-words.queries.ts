import { PAGES_AT_ONCE, type PageWords } from '@aliquot/contract/page-words'
import { type Upload, uploads } from '@aliquot/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { fileParams } from '../../file-facts.ts'

/** The number of the block that a page is in, from 0 on. */
export function blockOf(page: number): number {
  return Math.floor((page - 1) / PAGES_AT_ONCE)
}

/** The words of a block of pages. Content never changes, so they are cached; without words there are still pictures. */
export function wordsQuery(file: Upload, block: number) {
  return queryOptions({
    queryKey: ['file-words', file.id, block],
    queryFn: async ({ signal }): Promise<PageWords[]> => {
      const page = block * PAGES_AT_ONCE + 1
      return (await call(uploads.words, { params: fileParams(file), query: { page: String(page) }, signal })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: false,
  })
}
