import type { PartStart, PdfPart } from '../../lib/pdf/part.ts'
import type { CodePicture, CodeSheet, LabelPages, Sheet } from './sheet.ts'

/** The tasks of the process for paper. */
export type PaperRequest = PagesRequest | { task: 'code'; code: CodePicture }

/** Pages of a document, which begin with these numbers. */
export type PagesRequest =
  | { task: 'paper'; sheet: Sheet; start: PartStart }
  | { task: 'codes'; sheet: CodeSheet; start: PartStart }
  | { task: 'labels'; sheet: LabelPages; start: PartStart }

/** PNG. */
export interface MadePicture {
  data: Uint8Array
}

export type MadePaper = PdfPart | MadePicture
