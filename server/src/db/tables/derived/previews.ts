import { table } from '../table.ts'

/** Data derived from file contents, by hash. All of it can be made again. */
export interface PreviewsTable {
  hash: string
  /** The version of the code that made it. */
  version: number
  /** The page count of a PDF. */
  pages: number | null
  /** Why it failed. */
  problem: string | null
  made_at: string
  /** WebP. */
  thumbnail: Uint8Array | null
  /** The distinct folded words of its text, separated by blanks. */
  words: string
  /** The text, deflated. */
  text: Uint8Array | null
}

export const previewsTable = table<PreviewsTable>()({
  name: 'previews',
  key: ['hash'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'all of it can be made again from the contents' },
})
