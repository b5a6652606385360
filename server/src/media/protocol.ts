import type { PartStart, PdfPart } from '../lib/pdf/part.ts'
import type { MadePaper, MadePicture, PagesRequest, PaperRequest } from './paper/protocol.ts'

/** The tasks of the media process. `path` is a private copy of the content. */
export type ContentRequest =
  | { task: 'text'; path: string; mime: string; mostMs: number }
  | { task: 'page'; path: string; mime: string; page: number; side: number }
  | { task: 'words'; path: string; page: number; count: number; mostMs: number }
  | AppendRequest

/** The pages of a PDF for another document, where they begin with these numbers. */
export interface AppendRequest {
  task: 'append'
  path: string
  mostPages: number
  title: string
  start: PartStart
}

export type Request = ContentRequest | PaperRequest

export interface MadeText {
  /** Distinct folded words, separated by blanks. */
  words: string
  /** The text, deflated. */
  text: Uint8Array | null
  /** Why something is missing. */
  problem: string | null
}

/** All that is derived from a content once. */
export interface MadeContent extends MadeText {
  thumbnail: Uint8Array | null
  pages: number | null
}

/** A picture of one page, or of the whole; the words of pages as JSON; null if there is no such page. */
export type MadePage = { data: Uint8Array; pages: number | null } | null

export type Made<R extends Request> = R extends PagesRequest | AppendRequest
  ? PdfPart
  : R extends PaperRequest
    ? MadePicture
    : R extends { task: 'text' }
      ? MadeText
      : MadePage

/** `isLast`: the process has become too large, or is spent, and is to be replaced. */
export type Reply =
  | { made: MadeText | MadePage | MadePaper | PdfPart; isLast: boolean }
  | { problem: string; isLast: boolean }
