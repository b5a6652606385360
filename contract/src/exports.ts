import { z } from 'zod'

/** What an entry or a list can be written as. */
export const EXPORT_FORMATS = ['json', 'csv', 'zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Programs send these with lists and get plain JSON. */
const LIKE_JSON = ['', 'report', 'teamReport', 'schedulerReport']

export const Format = z
  .string()
  .optional()
  .transform((text, check): ExportFormat => {
    const asked = (text ?? '').replace(/[^A-Za-z]/g, '')
    if (LIKE_JSON.includes(asked)) return 'json'
    const format = EXPORT_FORMATS.find((name) => name === asked)
    if (!format) check.addIssue(`is not available: ${EXPORT_FORMATS.join(', ')} are`)
    return format ?? 'json'
  })
  .meta({
    type: 'string',
    enum: EXPORT_FORMATS,
    default: 'json',
    description:
      '`csv`: a table with a line for each entry. `zip`: a folder for each entry, with a page that shows it and its files',
  })

const OFF = ['', '0', 'false', 'off']

const Switch = z
  .string()
  .optional()
  .transform((text) => !OFF.includes(text ?? ''))

export const CLASSIFICATIONS = {
  '0': '',
  '10': 'Restricted',
  '20': 'Confidential',
  '30': 'Secret',
  '40': 'Top secret',
} as const

const Classification = z
  .enum(['0', '10', '20', '30', '40', ''], 'must be 0, 10, 20, 30 or 40')
  .optional()
  .transform((text) => CLASSIFICATIONS[text || '0'])
  .meta({
    type: 'integer',
    enum: [0, 10, 20, 30, 40],
    description: 'Said on the pages of a ZIP: 10 restricted, 20 confidential, 30 secret, 40 top secret',
  })

/** What is asked of an export, in the query. */
export const exportQuery = {
  format: Format,
  json: Switch.meta({
    type: 'integer',
    enum: [0, 1],
    description: 'With `zip`: each folder also has the record as JSON',
  }),
  changelog: Switch.meta({ type: 'integer', enum: [0, 1], description: 'With `zip`: the pages tell what was changed' }),
  classification: Classification,
}

export interface ExportOptions {
  format: ExportFormat
  json: boolean
  changelog: boolean
  classification: string
}

/** Types of the answers, besides JSON. */
export const EXPORT_TYPES = ['text/csv', 'application/zip'] as const
