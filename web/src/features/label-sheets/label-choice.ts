import { freeSheetOf } from '@aliquot/contract/label-sheets/free-sheet'
import { isOnPage, type LabelCode } from '@aliquot/contract/label-sheets/geometry'
import { LABEL_SHEETS, type LabelSheet, USUAL_SHEET } from '@aliquot/contract/label-sheets/sheets'
import type { Query } from '../../api/client.ts'

export type Content = 'address' | 'short' | 'custom_id' | 'elabid'

/** In the order of labels. */
export const LINES = [
  'title',
  'id',
  'date',
  'category',
  'status',
  'owner',
  'team',
  'tags',
  'elabid',
  'address',
] as const
export type Line = (typeof LINES)[number]

/** What this device remembers. */
export interface LabelChoice {
  /** Empty: other measures. */
  sheet: string
  measures: string
  code: LabelCode
  content: Content
  lines: readonly Line[]
  fields: string
}

export const USUAL: LabelChoice = {
  sheet: USUAL_SHEET,
  measures: '210x297,3x8,63.5x33.9,2.5x0',
  code: 'qr',
  content: 'address',
  lines: ['title', 'id'],
  fields: '',
}

/** Undefined if the measures are none of labels on a page. */
export function chosenSheet({ sheet, measures }: LabelChoice): LabelSheet | undefined {
  const known = LABEL_SHEETS.find(({ id }) => id === sheet)
  if (known) return known
  const free = freeSheetOf(measures)
  return free && isOnPage(free) ? free : undefined
}

interface Place {
  start: number
  copies: number
}

export function labelQueryOf(choice: LabelChoice, { start, copies }: Place): Query {
  const fields = namesIn(choice.fields)
  return {
    format: 'labels',
    label_sheet: choice.sheet || choice.measures,
    label_code: choice.code,
    label_content: choice.content,
    label_lines: choice.lines.join(','),
    ...(fields.length > 0 && { 'label_fields[]': fields }),
    label_start: start,
    label_copies: copies,
  }
}

export function namesIn(fields: string): string[] {
  return fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
