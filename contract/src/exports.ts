import { z } from 'zod'
import { ErrorBody } from './common.ts'
import { endpoint } from './endpoint.ts'
import { labelQuery } from './label-sheets/query.ts'
import { namedRecords } from './named-records.ts'
import { ENTRIES } from './operation-groups.ts'
import { type FieldProblem, problem } from './refusals/problem.ts'
import { issueWith, says } from './refusals/schema.ts'

/** The formats of an exported entry or list. */
const FILES = ['json', 'csv', 'zip', 'zippdf', 'zipa', 'eln', 'elnhtml'] as const
const PAGES = ['pdf', 'pdfa', 'qrpdf', 'qrpng', 'labels'] as const
export const EXPORT_FORMATS = [...FILES, ...PAGES] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Archives of folders. */
export const ARCHIVES = ['zip', 'zippdf', 'zipa'] as const satisfies ExportFormat[]

/** The most entries of a file of pages. */
export const MOST_ON_PAPER = 2000

/** Programs send these with lists and get plain JSON. */
const LIKE_JSON = ['', 'report', 'teamReport', 'schedulerReport']

/** Formats of eLabFTW that Aliquot refuses. */
const NOT_HERE = ['binary']

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
      '`csv`: a table with a line for each entry. `zip`: a folder for each entry, with a page that shows it and its files. ' +
      '`zippdf`: the same with its PDF in it. `pdf`: pages in your language and paper size. `pdfa`: the same as PDF/A-3, with record ' +
      'and files embedded. `zipa`: a zip with PDF/A in it. `qrpdf`: a list of titles and QR codes. `qrpng`: the QR code of one entry. ' +
      '`labels`: a sheet of labels with codes, as PDF. ' +
      '`eln`: an archive that other notebooks read. `elnhtml`: only the page in it that shows the entries',
  })

const OFF = ['', '0', 'false', 'off']

const Switch = z
  .string()
  .optional()
  .transform((text) => !OFF.includes(text ?? ''))

/** Undefined if it is absent. */
const MaybeSwitch = z
  .string()
  .optional()
  .transform((text) => (text === undefined ? undefined : !OFF.includes(text)))

/** A whole number within bounds; anything else counts as absent. */
function sizeOf(normal: number, least: number, most: number) {
  return z
    .string()
    .optional()
    .transform((text) => (text && /^\d{1,6}$/.test(text) ? Math.max(least, Math.min(Number(text), most)) : normal))
    .meta({ type: 'integer', minimum: least, maximum: most, default: normal })
}

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
    description: 'Said on the pages: 10 restricted, 20 confidential, 30 secret, 40 top secret',
  })

/** Chosen by the client; nobody else can guess it. */
const ExportId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, says('export.not_export_id'))

/** Identifies an export, to ask for its progress. */
export const Progress = ExportId.optional().meta({
  description: 'A new random name for this file: `/export_progress/{id}` tells how far it is, and stops it',
})

/** The versions of RO-Crate in which an .eln archive can be written. */
export const CRATE_VERSIONS = ['1.1', '1.2'] as const
export type CrateVersion = (typeof CRATE_VERSIONS)[number]

/** Some programs and mail servers know archives only by the second name. */
export const CRATE_ENDINGS = ['eln', 'eln.zip'] as const
export type CrateEnding = (typeof CRATE_ENDINGS)[number]

/** The parameters that apply to an .eln archive. */
export const crateQuery = {
  rocrate: z
    .enum(['1.1', '1.2', ''])
    .optional()
    .transform((version): CrateVersion => version || '1.1')
    .meta({
      type: 'string',
      enum: CRATE_VERSIONS,
      default: '1.1',
      description: 'With `eln`: the version of RO-Crate that the archive says it follows',
    }),
  ending: z
    .enum(['eln', 'eln.zip', ''])
    .optional()
    .transform((ending): CrateEnding => ending || 'eln')
    .meta({
      type: 'string',
      enum: CRATE_ENDINGS,
      default: 'eln',
      description: 'With `eln`: what the name of the file ends with. The content is the same',
    }),
}

/** The query parameters of an export. */
export const exportQuery = {
  format: Format,
  json: Switch.meta({
    type: 'integer',
    enum: [0, 1],
    description: 'With `zip`: each folder also has the record as JSON',
  }),
  changelog: MaybeSwitch.meta({
    type: 'integer',
    enum: [0, 1],
    description: 'The pages tell what was changed. Default 0; with `pdfa` and `zipa` 1',
  }),
  classification: Classification,
  size: sizeOf(250, 50, 2000).meta({ description: 'With `qrpng`: pixels of each side' }),
  withTitle: MaybeSwitch.meta({
    type: 'integer',
    enum: [0, 1],
    description: 'With `qrpng`: the title under the code. Default 1',
  }),
  titleLines: sizeOf(2, 1, 10).meta({ description: 'With `qrpng`: lines of the title' }),
  titleChars: sizeOf(42, 5, 200).meta({ description: 'With `qrpng`: characters of a line' }),
  ...crateQuery,
  ...labelQuery,
  progress: Progress,
}

const { json, changelog, classification, progress } = exportQuery
/** The parameters that apply to a ZIP. */
export const archiveQuery = { json, changelog, classification, progress }

export interface ExportOptions {
  format: ExportFormat
  json: boolean
  changelog?: boolean | undefined
  classification: string
  rocrate?: CrateVersion
  ending?: CrateEnding
  progress?: string | undefined
}

/** How the picture of a code looks. */
export interface CodeOptions {
  size: number
  withTitle?: boolean | undefined
  titleLines: number
  titleChars: number
}

/** The types of the answers other than JSON. */
export const EXPORT_TYPES = ['text/csv', 'application/zip', 'text/html', 'application/pdf', 'image/png'] as const

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
