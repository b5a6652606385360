import { z } from 'zod'
import { Text } from '../common.ts'
import { issueOf, says } from '../refusals/schema.ts'
import { freeSheetOf } from './free-sheet.ts'
import { isOnPage, LABEL_CODES, type LabelCode } from './geometry.ts'
import { LABEL_SHEETS, type LabelSheet, USUAL_SHEET } from './sheets.ts'

/** What a code says. */
export const CODE_CONTENTS = ['address', 'short', 'custom_id', 'elabid'] as const
export type CodeContent = (typeof CODE_CONTENTS)[number]

/** What can be on a label beside its code. */
export const LABEL_LINES = [
  'title',
  'id',
  'elabid',
  'date',
  'category',
  'status',
  'owner',
  'team',
  'tags',
  'address',
] as const
export type LabelLine = (typeof LABEL_LINES)[number]

export const MOST_COPIES = 500
/** Of one file, with copies. */
export const MOST_LABELS = 10_000
const MOST_START = 5000
const MOST_FIELDS = 20

function countOf(most: number) {
  return z
    .string()
    .regex(/^\d{0,6}$/, says('field.whole_between', { least: 1, most }))
    .optional()
    .transform((text) => (text ? Number(text) : undefined))
    .refine(
      (number) => number === undefined || (number >= 1 && number <= most),
      says('field.whole_between', { least: 1, most }),
    )
    .meta({ type: 'integer', minimum: 1, maximum: most })
}

const Lines = z
  .string()
  .optional()
  .transform((text, check): LabelLine[] | undefined => {
    if (text === undefined) return undefined
    const named = text.split(',').filter((name) => name.trim() !== '')
    const lines = named.flatMap((name) => LABEL_LINES.find((line) => line === name.trim()) ?? [])
    if (lines.length < named.length) check.addIssue(issueOf('field.one_of', { choices: [...LABEL_LINES] }))
    return [...new Set(lines)]
  })
  .meta({
    type: 'string',
    default: 'title,id',
    description: `With \`labels\`: what is beside the code, comma separated: ${LABEL_LINES.join(', ')}`,
  })

const Fields = z
  .union([Text.transform((name) => [name]), z.array(Text).max(MOST_FIELDS)])
  .optional()
  .meta({
    type: 'array',
    items: { type: 'string' },
    description: 'With `labels`: names of extra fields beside the code',
  })

const Sheet = z
  .string()
  .optional()
  .transform((text, check): LabelSheet => {
    const known = LABEL_SHEETS.find(({ id }) => id === (text || USUAL_SHEET))
    if (known) return known
    const free = freeSheetOf(text ?? '')
    if (!free) check.addIssue(issueOf('label_sheet.unknown', { choices: LABEL_SHEETS.map(({ id }) => id) }))
    else if (!isOnPage(free)) check.addIssue(issueOf('label_sheet.off_page'))
    return free ?? { page: NO_SIZE, columns: 1, rows: 1, label: NO_SIZE, gap: { x: 0, y: 0 } }
  })
  .meta({
    type: 'string',
    default: USUAL_SHEET,
    description:
      `With \`labels\`: the sheet, or the roll of a label printer: ${LABEL_SHEETS.map(({ id }) => id).join(', ')}. Or measures in ` +
      'millimetres, comma separated, `210x297,3x8,63.5x33.9,2.5x0,7.2x12.9`: the page, columns x rows, a label; then, if they are not 0, the ' +
      'gaps between columns x rows; then, if the labels are not in the middle, the margins left x above',
  })

const NO_SIZE = { width: 1, height: 1 }

/** The query parameters of a sheet of labels. */
export const labelQuery = {
  label_sheet: Sheet,
  label_code: z
    .enum([...LABEL_CODES, ''])
    .optional()
    .transform((code): LabelCode => code || 'qr')
    .meta({ type: 'string', enum: LABEL_CODES, default: 'qr', description: 'With `labels`: the kind of code' }),
  label_content: z
    .enum([...CODE_CONTENTS, ''])
    .optional()
    .transform((content): CodeContent | undefined => content || undefined)
    .meta({
      type: 'string',
      enum: CODE_CONTENTS,
      description:
        'With `labels`: what the code says. `short` is a short address, which also stands for a custom id that there is not. ' +
        'Default: `address` of a QR code, `short` of a Data Matrix code',
    }),
  label_lines: Lines,
  'label_fields[]': Fields,
  label_fields: Fields,
  label_start: countOf(MOST_START).meta({
    description: 'With `labels`: the first free label of the first sheet, row by row. Default 1',
  }),
  label_copies: countOf(MOST_COPIES).meta({ description: 'With `labels`: labels of each entry. Default 1' }),
}

/** How labels look. */
export type LabelOptions = { [Name in keyof typeof labelQuery]?: z.output<(typeof labelQuery)[Name]> }
