import type { Generated } from 'kysely'

/** Work that goes on in the background: see jobs/. A job that is done has no row. */
export interface JobsTable {
  id: Generated<number>
  kind: string
  /** What it is about: there is one job of a kind for each. */
  subject: string
  /** From when on it may be taken up; while somebody works on it, when they are given up. Null: it has failed for good. */
  next_at: string | null
  /** Who works on it. */
  holder: string | null
  /** How often it was taken up. */
  attempts: Generated<number>
  /** How far a long one has come. */
  position: Generated<number>
  /** 1: asked for once more while somebody works on it. */
  again: Generated<number>
  /** Why the last attempt failed. */
  error: string | null
  created_at: string
}

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
