import { z } from 'zod'
import { ErrorBody } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { ENTRIES } from './operation-groups.ts'
import { type FieldProblem, problem } from './refusals/problem.ts'
import { issueWith, says } from './refusals/schema.ts'

/** The formats of an exported entry or list. */
export const EXPORT_FORMATS = ['json', 'csv', 'zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Programs send these with lists and get plain JSON. */
const LIKE_JSON = ['', 'report', 'teamReport', 'schedulerReport']

/** Formats of eLabFTW that Aliquot refuses. */
const NOT_HERE = ['pdf', 'pdfa', 'zipa', 'eln', 'elnhtml', 'qrpdf', 'qrpng', 'binary']

/** Distinguishes unknown formats from those that are only missing here. */
function problemOf(format: string): FieldProblem {
  const offered = EXPORT_FORMATS
  return NOT_HERE.includes(format)
    ? problem('export.not_here_yet', { format, offered })
    : problem('export.unknown_format', { offered })
}

export const Format = z
  .string()
  .optional()
  .transform((text, check): ExportFormat => {
    const asked = (text ?? '').replace(/[^A-Za-z]/g, '')
    if (LIKE_JSON.includes(asked)) return 'json'
    const format = EXPORT_FORMATS.find((name) => name === asked)
    if (!format) check.addIssue(issueWith(problemOf(asked)))
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
  .enum(['0', '10', '20', '30', '40', ''])
  .optional()
  .transform((text) => CLASSIFICATIONS[text || '0'])
  .meta({
    type: 'integer',
    enum: [0, 10, 20, 30, 40],
    description: 'Said on the pages of a ZIP: 10 restricted, 20 confidential, 30 secret, 40 top secret',
  })

/** Chosen by the client; nobody else can guess it. */
const ExportId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, says('export.not_export_id'))

/** Identifies an export, to ask for its progress. */
export const Progress = ExportId.optional().meta({
  description: 'A new random name for this file: `/export_progress/{id}` tells how far it is, and stops it',
})

/** The query parameters of an export. */
export const exportQuery = {
  format: Format,
  json: Switch.meta({
    type: 'integer',
    enum: [0, 1],
    description: 'With `zip`: each folder also has the record as JSON',
  }),
  changelog: Switch.meta({ type: 'integer', enum: [0, 1], description: 'With `zip`: the pages tell what was changed' }),
  classification: Classification,
  progress: Progress,
}

/** The parameters that apply to an archive. */
const { format: _, ...archive } = exportQuery
export const archiveQuery = archive

export interface ExportOptions {
  format: ExportFormat
  json: boolean
  changelog: boolean
  classification: string
  progress?: string | undefined
}

/** The types of the answers other than JSON. */
export const EXPORT_TYPES = ['text/csv', 'application/zip'] as const

export const EXPORT_STATES = ['running', 'done', 'failed', 'broken_off', 'stopped'] as const

/** The progress of a file that is generated while it is sent. */
export const ExportProgress = z
  .object({
    id: z.string(),
    state: z.enum(EXPORT_STATES).meta({
      description:
        '`broken_off`: whoever loaded it has gone. Only with `done` is the file whole; this is told for ten minutes after the end',
    }),
    written: z.int().meta({ description: 'Entries that are in it so far, or files where it holds only these' }),
    total: z.int().nullable().meta({ description: 'How many there will be; null where nobody has counted' }),
    bytes: z.int().meta({ description: 'What was taken so far' }),
    message: z.string().meta({ description: 'With `failed`: why, where something can be done about it' }),
    reason: ErrorBody.shape.reason.optional(),
    field: ErrorBody.shape.field,
    params: ErrorBody.shape.params,
  })
  .register(namedRecords, { name: 'ExportProgress', description: 'How far a file is that is made while it is sent' })
export type ExportProgress = z.output<typeof ExportProgress>

const one = { path: '/export_progress/:id', params: z.object({ id: ExportId }), tag: ENTRIES } as const

export const exportProgress = {
  read: endpoint({
    ...one,
    name: 'readExportProgress',
    method: 'GET',
    summary:
      'How far a file is that you load with `progress` in its address; known to the server process that sends it',
    reply: ExportProgress,
    status: 200,
    errors: [404],
  }),
  stop: endpoint({
    ...one,
    name: 'stopExport',
    method: 'DELETE',
    summary: 'Stop a file that you load with `progress` in its address: its connection is cut',
    status: 204,
    errors: [404],
  }),
}
