import { z } from 'zod'
import { EntityType, ErrorBody, Flag, Id, idOf, Paging, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EXPORT_FORMATS, EXPORT_TYPES } from './exports.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** The most that a person keeps. */
export const MOST_STORED_EXPORTS = 6

/** The states of an export that is made in the background. */
export const STORED_EXPORT_STATE = { ready: 1, waiting: 4, running: 5, failed: 6 } as const

const flag = (description: string) => Flag.meta({ description })

export const StoredExport = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp,
    requester_userid: Id.meta({ description: 'Who asked for it' }),
    team: Id.meta({ description: 'The team in which they asked for it' }),
    state: z
      .literal([1, 4, 5, 6])
      .meta({ description: '4 waiting, 5 being made, 1 ready, 6 failed: `error` and `failure` tell why' }),
    format: z.enum(EXPORT_FORMATS).meta({ description: 'Format of the file' }),
    experiments: flag('1: with your experiments'),
    items: flag('1: with your resources'),
    experiments_templates: flag('1: with your experiment templates'),
    items_types: flag('1: with the resource templates of the team'),
    query: z.string().nullable().meta({ description: 'The entries of this list instead; null: all of yours' }),
    changelog: flag('1: the pages tell what was changed'),
    json: flag('1: a ZIP archive has the records too'),
    pdfa: flag('1: its PDF files are PDF/A-3'),
    done: z.int().meta({ description: 'Entries that are in it so far' }),
    total: z.int().nullable().meta({ description: 'How many there will be; null: not counted yet' }),
    real_name: z.string().nullable().meta({ description: 'Name of the file; null: it is not ready' }),
    long_name: z.string().nullable().meta({ description: 'Its name in the store; null: it is not ready' }),
    filesize: z.int().nullable().meta({ description: 'Bytes; null: it is not ready' }),
    hash: z.string().nullable().meta({ description: 'SHA-256 of the file; null: it is not ready' }),
    hash_algo: z.literal('sha256').meta({ description: 'How the hash was made' }),
    error: z.string().nullable().meta({ description: 'Why it failed, in words; null: it did not' }),
    failure: ErrorBody.pick({ code: true, message: true, reason: true, field: true, params: true })
      .nullable()
      .meta({ description: 'The same for a program; null: it did not fail' }),
    expires_at: Timestamp.meta({ description: 'Then it is removed' }),
  })
  .register(namedRecords, { name: 'StoredExport', description: 'A file of entries that is made in the background' })
export type StoredExport = z.output<typeof StoredExport>

/** `"on"` as forms send it; programs may send other words for yes and no. */
const Switch = z
  .union([z.string(), z.boolean(), z.number(), z.null()])
  .optional()
  .transform((given) => given !== undefined && given !== null && ON.includes(String(given)))

const ON = ['on', '1', 'true']

const on = (description: string) => Switch.meta({ type: 'string', enum: ['on'], description })

const MOST_QUERY = 16_000

export const NewStoredExport = z.object({
  format: z
    .enum(EXPORT_FORMATS, says('export.unknown_format', { offered: EXPORT_FORMATS }))
    .meta({ description: 'Format of the file. `json`: all records in one list' }),
  experiments: on('With your experiments'),
  items: on('With your resources'),
  experiments_templates: on('With your experiment templates'),
  items_types: on('With the resource templates of the team'),
  changelog: on('The pages tell what was changed'),
  json: on('With `zip`: each folder also has the record as JSON'),
  pdfa: on('With `pdf`, `zip` and `zippdf`: as PDF/A-3'),
  query: Text.max(MOST_QUERY).optional().meta({
    description:
      'Other entries than your own: the query of their list, `scope=2&category=3&q=salt` or `id=3,5,8`; empty: all that the list shows. Exactly one type is on then',
  }),
})
export type NewStoredExport = z.output<typeof NewStoredExport>

/** The types that an export can have, by their names in it. */
export const EXPORTED_TYPES = EntityType.options

const tag = {
  name: 'Exports',
  about: 'Files of entries that are made in the background, and kept for some days.',
}
const one = { path: '/exports/:id', params: z.object({ id: idOf('export') }), tag }

export const storedExports = {
  list: endpoint({
    tag,
    path: '/exports',
    name: 'readExports',
    method: 'GET',
    access: 'account',
    noStore: true,
    summary: 'Your exports, newest first',
    query: Paging,
    reply: z.array(StoredExport),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    tag,
    path: '/exports',
    name: 'postExports',
    method: 'POST',
    access: 'account',
    summary: 'Have a file of entries made in the background',
    details:
      'Without a query it holds your own normal and archived entries of the types that are on. Read the export at `Location` ' +
      `until its state is 1 or 6. At most ${MOST_STORED_EXPORTS} of yours are kept: remove one before the next.`,
    body: NewStoredExport,
    example: { format: 'eln', experiments: 'on', items: 'on' },
    status: 201,
    errors: [],
  }),
  read: endpoint({
    ...one,
    name: 'readExport',
    method: 'GET',
    noStore: true,
    summary: 'How far an export is, or its file',
    query: z.object({
      format: z
        .enum(['json', 'binary', ''])
        .optional()
        .meta({ description: 'binary: the file, always as an attachment' }),
    }),
    hidden: ['format'],
    reply: StoredExport,
    binary: true,
    status: 200,
    errors: [404],
  }),
  download: endpoint({
    ...one,
    path: '/exports/:id/download',
    name: 'downloadExport',
    method: 'GET',
    summary: 'The file of an export that is ready',
    details: 'The same as `format=binary` in the query of the export. Takes `Range` and `If-Range`.',
    content: EXPORT_TYPES,
    status: 200,
    errors: [404],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteExport',
    method: 'DELETE',
    summary: 'Remove an export and its file; one that is being made stops',
    status: 204,
    errors: [404],
  }),
}
