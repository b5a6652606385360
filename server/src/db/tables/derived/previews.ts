import { table } from '../table.ts'

/** What was made of the contents of files, each under its hash. All of it can be made again. */
export interface PreviewsTable {
  hash: string
  /** Of the program that made it. */
  version: number
  /** Of a PDF. */
  pages: number | null
  /** Why nothing could be made of it. */
  problem: string | null
  made_at: string
  /** WebP. */
  thumbnail: Uint8Array | null
  /** The distinct folded words of its text, with blanks between them. */
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
