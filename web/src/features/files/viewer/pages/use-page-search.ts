import type { Upload } from '@aliquot/contract/uploads'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findWords, type Hit } from './find-words.ts'
import { blockOf, wordsQuery } from './page-words.queries.ts'

export interface PageSearch {
  hits: readonly Hit[]
  /** The page up to which it has looked; undefined at the end. */
  lookedUpTo: number | undefined
  /** The document has no words at all: it is a scan. */
  isWordless: boolean
}

const NOTHING: PageSearch = { hits: [], lookedUpTo: undefined, isWordless: false }
/** Most hits that are worth going through. */
const MOST_HITS = 2000

/** Looks for words in all pages, block by block, and shows what it has found so far. */
export function usePageSearch(file: Upload, wanted: string): PageSearch {
  const client = useQueryClient()
  const [search, setSearch] = useState(NOTHING)
  useEffect(() => {
    setSearch(NOTHING)
    if (wanted.trim() === '') return
    let isCurrent = true
    const look = async () => {
      const hits: Hit[] = []
      let hasWords = false
      const count = file.pages ?? 0
      for (let block = 0; block <= blockOf(count); block++) {
        // A block that cannot be read does not hide the others.
        const pages = await client.fetchQuery(wordsQuery(file, block)).catch(() => [])
        if (!isCurrent) return
        for (const page of pages) {
          hasWords ||= page.lines.length > 0
          hits.push(...findWords(page, wanted))
        }
        const isDone = block === blockOf(count) || hits.length >= MOST_HITS
        const lookedUpTo = isDone ? undefined : pages.at(-1)?.page
        setSearch({ hits: [...hits], lookedUpTo, isWordless: isDone && !hasWords })
        if (isDone) return
      }
    }
    void look()
    return () => {
      isCurrent = false
    }
  }, [client, file, wanted])
  return search
}
