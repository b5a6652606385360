import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { EntityType, Flag, Id, idOf, MAX_ID, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Progress } from './exports.ts'
import { FILE_NAME_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { Origin } from './origins.ts'
import { PAGES_AT_ONCE, PageWords } from './page-words.ts'
import { issueOf, says } from './refusals/schema.ts'

const State = z.int().meta({ description: '1 normal, 2 archived, 3 deleted' })
const MimeType = z.string().meta({ description: 'What the content is, found by looking into it' })

/** The attributes of a file in every shape. */
const facts = {
  id: Id,
  real_name: z.string().meta({ description: 'The name as it was given; slashes in it are folders' }),
  long_name: z.string().meta({ description: 'A name that no other file has, by which texts refer to it' }),
  comment: z.string().nullable(),
  created_at: Timestamp,
  hash: z.string().nullable().meta({ description: 'SHA-256, hex; null for files of 100 000 000 bytes and more' }),
  hash_algorithm: z.literal('sha256'),
  storage: z.int().meta({ description: '1 a folder of the server, 2 S3' }),
  filesize: z.int().meta({ description: 'Bytes' }),
  mime_type: MimeType,
  state: State,
  immutable: Flag.meta({ description: '1: made by the system, cannot be changed or deleted' }),
}

/** A file of an entry. The same shape in lists, alone, and inside the entry's record. */
export const Upload = z
  .object({
    ...facts,
    item_id: Id.meta({ description: 'The entry, whatever its type' }),
    userid: Id.meta({ description: 'Who uploaded it' }),
    fullname: z.string(),
    type: EntityType.meta({ description: 'Type of the entry' }),
    replaces: Id.nullable().meta({
      description: 'The file whose place it has taken: the version before it. null: none',
    }),
    has_thumbnail: Flag.meta({
      description: '1: there is a small picture of it, see format=thumbnail. Said from 5 seconds after it came',
    }),
    pages: z.int().nullable().meta({ description: 'Of a PDF, once it has been looked into and 5 seconds have passed' }),
    origin: Origin.optional().meta({ description: 'Only if it was imported' }),
  })
  .register(namedRecords, { name: 'Upload', description: 'A file of an entry' })
export type Upload = z.infer<typeof Upload>

/** A file in the list of a person, with its entry. */
export const OwnUpload = z
  .object({
    ...facts,
    type: EntityType,
    entity_id: Id,
    entity_title: z.string(),
    page: z.string().meta({ description: 'Web page of the entry' }),
  })
  .register(namedRecords, { name: 'OwnUpload', description: 'A file of yours, with the entry it belongs to' })
export type OwnUpload = z.infer<typeof OwnUpload>

const STATES = [1, 2, 3, 4, 5, 6]

/** `1,2`: the wanted states. */
export const UploadStates = z
  .string()
  .optional()
  .transform((text, check) => {
    const parts = (text ?? '').split(',').filter((part) => part.trim() !== '')
    const unknown = parts.find((part) => !STATES.includes(Number(part)))
    if (unknown !== undefined) check.addIssue(issueOf('upload.not_states', { given: unknown }))
    return parts.length > 0 ? parts.map(Number) : [1]
  })
  .meta({ type: 'string', description: '1 normal, 2 archived, 3 deleted; several comma separated. Default 1' })

const MOST_NAME_LENGTH = FILE_NAME_LIMIT.most

/** A name is only shown, never used as a path. */
export const FileName = Text.min(1).max(MOST_NAME_LENGTH)

/** The parts of a form with a file, in any order. */
export const UploadForm = z.object({
  file: z.object({ name: FileName }).meta({ shownAs: z.file(), description: 'The file, with its name. Exactly one' }),
  real_name: FileName.optional().meta({
    description:
      'The name of the file, in place of the one that stands with it: browsers write quotes and line breaks there as %22, %0D and %0A',
  }),
  comment: Text.optional().meta({ description: 'Empty: none. A file that replaces another one keeps its comment' }),
  action: AnyAction.meta({
    type: 'string',
    enum: ['create', 'replace'],
    description: '`replace`, when the file takes the place of the one in the path',
  }),
})
export type UploadForm = z.output<typeof UploadForm>

export const FILE_TYPES = ['chemjson', 'json', 'mol', 'png', 'rxn', 'xlsx'] as const

const FromText = z.object({
  action: z.literal('createfromstring'),
  file_type: z.enum(FILE_TYPES, says('field.one_of', { choices: FILE_TYPES })),
  real_name: FileName.meta({
    description: 'Made safe for file systems; without an extension it gets that of the type',
  }),
  content: z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed(), says('field.broken'))
    .meta({ description: 'The content; of a png a data:image/png;base64,… address' }),
})
export type FromText = z.output<typeof FromText>

const Duplicate = z.object({ action: z.literal('duplicate') })

const ReplaceByCopy = z.object({
  action: z.literal('replace'),
  source: z
    .int(says('field.not_file_id'))
    .min(1, says('field.not_file_id'))
    .max(MAX_ID, says('field.not_file_id'))
    .meta({
      description:
        'Another file of the entry, such as an earlier version, in whatever state: a copy of it takes the place of the ' +
        'one in the path, which is archived and whose comment it keeps',
    }),
})

/** What can be posted as JSON instead of a form. */
export const UploadAction = z.discriminatedUnion(
  'action',
  [FromText, Duplicate, ReplaceByCopy],
  says('upload.not_json_action'),
)
export type UploadAction = z.output<typeof UploadAction>

const wholeNumber = (lowest: number, highest: number, refusal: ReturnType<typeof says>) =>
  z
    .union([z.int(), z.string().regex(/^\d{1,10}$/)], refusal)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, refusal)
    .meta({ type: 'integer', minimum: lowest })

/** Changed attributes, or the action that toggles between archived and normal. */
export const UploadPatch = z.discriminatedUnion(
  'action',
  [
    z
      .strictObject({
        real_name: FileName.meta({ description: 'HTML in it is taken out' }),
        comment: Text.nullable().meta({ description: 'At most 255 characters; empty becomes Untitled' }),
        state: wholeNumber(1, 6, says('upload.not_state')),
        userid: wholeNumber(1, MAX_ID, says('field.not_person_id')),
        action: z.literal('update'),
      })
      .partial(),
    z.object({
      action: z.literal('archive'),
      state: wholeNumber(1, 2, says('upload.not_archive_state'))
        .optional()
        .meta({ description: 'The one that is wanted, whatever it is now. Absent: the other one' }),
    }),
  ],
  says('upload.not_action'),
)
export type UploadPatch = z.output<typeof UploadPatch>

const PreviewPage = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, says('upload.not_page'))
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 1, description: 'Which page of a PDF, from 1 on' })

const tag = {
  name: 'Files',
  about: 'Files of entries: forms for small ones, resumable uploads (tus) for large ones, contents and pictures.',
}
const all = { path: '/:entity_type/:id/uploads', params: z.object({ entity_type: EntityType, id: PathId }), tag }
const one = {
  path: '/:entity_type/:id/uploads/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('file') }),
  tag,
}

export const uploads = {
  list: endpoint({
    ...all,
    name: 'readEntityUploads',
    method: 'GET',
    access: 'readers',
    summary: 'The files of an entry, newest first, or as one archive',
    query: Paging.extend({
      state: UploadStates,
      format: z
        .enum(['json', 'zip', ''])
        .optional()
        .meta({ description: 'zip: the files as one archive, in the folders that their names tell of' }),
      id: z.string().optional().meta({
        description: 'With format=zip: only these files, whatever their state; ids, comma separated, at most 1000',
      }),
      progress: Progress,
    }),
    reply: z.array(Upload),
    files: ['application/zip'],
    hidden: ['format', 'id', 'progress'],
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityUpload',
    method: 'GET',
    access: 'readers',
    summary: 'What is known about a file, its content, or a picture of it',
    query: z.object({
      format: z
        .enum(['json', 'binary', 'thumbnail', 'preview', ''])
        .optional()
        .meta({
          description:
            'binary: the content; takes Range, If-Range and If-Modified-Since. thumbnail: a WebP picture of at most ' +
            '320 pixels a side. preview: one of at most 1600, of images and pages of PDF files; X-Page-Count tells how ' +
            'many these have. There is no picture of other files (404), nor of new ones for a moment',
        }),
      page: PreviewPage,
    }),
    reply: Upload,
    binary: true,
    files: ['image/webp'],
    hidden: ['format', 'page'],
    status: 200,
    errors: [403, 404],
  }),
  downloadZip: endpoint({
    ...all,
    path: '/:entity_type/:id/uploads/download/zip',
    name: 'downloadEntityUploadsZip',
    method: 'GET',
    access: 'readers',
    summary: 'The files of an entry as one archive, in the folders that their names tell of',
    details: 'The same as `format=zip` in the query of the list, where `ids` is called `id`.',
    query: z.object({
      state: UploadStates,
      ids: z
        .string()
        .optional()
        .meta({ description: 'Only these files, whatever their state: ids, comma separated, at most 1000' }),
      progress: Progress,
    }),
    content: ['application/zip'],
    status: 200,
    errors: [403, 404],
  }),
  download: endpoint({
    ...one,
    path: `${one.path}/download`,
    name: 'downloadEntityUpload',
    method: 'GET',
    access: 'readers',
    summary: 'The content of a file',
    details:
      'The same as `format=binary` in the query of the file. Takes `Range`, `If-Range` and `If-Modified-Since`. What a browser could run comes as an attachment.',
    content: ['application/octet-stream'],
    status: 200,
    errors: [403, 404],
  }),
  thumbnail: endpoint({
    ...one,
    path: `${one.path}/thumbnail`,
    name: 'downloadEntityUploadThumbnail',
    method: 'GET',
    access: 'readers',
    summary: 'A picture of a file of at most 320 pixels a side',
    details:
      'The same as `format=thumbnail` in the query of the file. Files without a picture answer 404, new ones for a moment, too.',
    content: ['image/webp'],
    status: 200,
    errors: [403, 404],
  }),
  preview: endpoint({
    ...one,
    path: `${one.path}/preview`,
    name: 'downloadEntityUploadPreview',
    method: 'GET',
    access: 'readers',
    summary: 'A picture of an image or of a page of a PDF, of at most 1600 pixels a side',
    details: 'The same as `format=preview` in the query of the file. `X-Page-Count` tells how many pages a PDF has.',
    query: z.object({ page: PreviewPage }),
    content: ['image/webp'],
    status: 200,
    errors: [403, 404],
  }),
  words: endpoint({
    ...one,
    path: `${one.path}/words`,
    name: 'readEntityUploadWords',
    method: 'GET',
    access: 'readers',
    summary: 'The words of a page of a PDF, and where they are in its picture',
    details:
      `Answers a block of ${PAGES_AT_ONCE} pages, the one that is asked for among them, to spare requests: pages 1 to ` +
      `${PAGES_AT_ONCE}, ${PAGES_AT_ONCE + 1} to ${2 * PAGES_AT_ONCE} and so on. A page has at most 5000 words. Pages ` +
      'that take too long to read are left out. Other files answer 404.',
    query: z.object({ page: PreviewPage }),
    reply: z.array(PageWords),
    status: 200,
    errors: [403, 404],
  }),
  addText: endpoint({
    ...all,
    path: '/:entity_type/:id/uploads/from/text',
    name: 'postEntityUploadFromText',
    method: 'POST',
    summary: 'Make a file out of a text, and add it to an entry',
    details: 'The same as `action=createfromstring` posted as JSON to the list.',
    body: FromText.extend({ action: FromText.shape.action.optional() }),
    example: { file_type: 'json', real_name: 'run-17', content: '{"pH": 7.4}' },
    status: 201,
    errors: [403, 404, 413, 422, 507],
  }),
  act: endpoint({
    ...one,
    path: `${one.path}/actions`,
    name: 'postEntityUploadAction',
    method: 'POST',
    summary: 'Copy a file, or put a copy of another file of the entry in its place',
    details: 'The same as these actions posted as JSON to the file.',
    body: z.discriminatedUnion(
      'action',
      [Duplicate, ReplaceByCopy],
      says('field.either', { choices: ['duplicate', 'replace'] }),
    ),
    example: { action: 'duplicate' },
    status: 201,
    errors: [403, 404, 412, 422, 507],
  }),
  add: endpoint({
    ...all,
    name: 'postEntityUploads',
    method: 'POST',
    summary: 'Add a file to an entry, or make one out of a text',
    form: UploadForm,
    body: UploadAction,
    status: 201,
    errors: [403, 404, 408, 413, 422, 507],
  }),
  replace: endpoint({
    ...one,
    name: 'postEntityUpload',
    method: 'POST',
    summary: 'Put a file in the place of another, which is archived; or copy one with the action duplicate',
    form: UploadForm,
    body: UploadAction,
    status: 201,
    errors: [403, 404, 408, 412, 413, 422, 507],
  }),
  edit: endpoint({
    ...one,
    name: 'patchEntityUpload',
    method: 'PATCH',
    summary: 'Rename a file, comment on it, or archive it',
    body: UploadPatch,
    example: { real_name: 'gel, second run.png', comment: 'Lane 3 is the control' },
    reply: Upload,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteEntityUpload',
    method: 'DELETE',
    summary: 'Delete a file; it can be brought back with state 1',
    status: 204,
    errors: [403, 404, 412],
  }),
}

/** Texts refer to a file by this URL: it stays valid when the entry is copied, and in every page. */
export const files = {
  read: endpoint({
    path: '/files',
    tag,
    name: 'readFile',
    method: 'GET',
    access: 'readers',
    summary: 'The content of a file by its long name, if you may read its entry',
    query: z.object({
      name: Text.max(200, says('upload.not_long_name')).meta({ description: 'long_name of the file' }),
    }),
    content: ['application/octet-stream'],
    status: 200,
    errors: [403, 404],
  }),
}

const ORDERS = ['created_at', 'filename', 'filesize', 'id'] as const
const DEFAULT_LIMIT = 42

const OwnUploadQuery = Paging.extend({
  limit: Paging.shape.limit
    .transform((limit) => limit || DEFAULT_LIMIT)
    .meta({ type: 'integer', minimum: 0, description: `Page size. Absent or 0: ${DEFAULT_LIMIT}.` }),
  state: UploadStates,
  order: z
    .string()
    .optional()
    .transform((name) => ORDERS.find((order) => order === name) ?? 'created_at')
    .meta({ type: 'string', enum: [...ORDERS] }),
  sort: z
    .string()
    .optional()
    .transform((direction): 'asc' | 'desc' => (direction === 'asc' ? 'asc' : 'desc'))
    .meta({ type: 'string', enum: ['asc', 'desc'] }),
})
export type OwnUploadQuery = z.output<typeof OwnUploadQuery>

/** The files of the person who asks, whatever person the path names. */
export const ownUploads = {
  list: endpoint({
    path: '/users/:id/uploads',
    params: z.object({ id: PathId }),
    tag,
    name: 'readUserUploads',
    method: 'GET',
    summary: 'The files that you have uploaded, to entries that you may read',
    query: OwnUploadQuery,
    reply: z.array(OwnUpload),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    path: '/users/:id/uploads/:subid',
    params: z.object({ id: PathId, subid: idOf('file') }),
    tag,
    name: 'readUserUpload',
    method: 'GET',
    summary: 'One of the files that you have uploaded, as a list of one',
    query: Paging,
    reply: z.array(OwnUpload),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
}
