import type { Upload } from '@aliquot/contract/uploads'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { decodeText, partsOf } from './file-content.ts'

/** The text loaded so far; more is loaded on demand. */
export function useFileText(file: Upload, partBytes: number) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    partsOf(file, partBytes),
  )
  const text = useMemo(() => data && decodeText(data.pages), [data])
  const bytes = data?.pages.reduce((sum, part) => sum + part.length, 0) ?? 0
  return {
    text,
    bytes,
    error,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    isMoreComing: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}

export type FileText = ReturnType<typeof useFileText>
