import { z } from 'zod'
import { DateText, EntityType, Flag, Id, idOf, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ENTRIES } from './operation-groups.ts'
import { says } from './refusals/schema.ts'

const text = z.string().nullable()

/** An entry as people without an account see it: its content, but not its people and their comments. */
export const SharedEntity = z.object({
  id: Id,
  type: EntityType,
  page: z.string().meta({ description: 'The web page' }),
  title: z.string(),
  body_html: text.meta({ description: 'The main text as HTML; null if the entry hides it' }),
  hide_main_text: Flag,
  date: DateText.nullable(),
  elabid: text.meta({ description: 'Permanent id' }),
  custom_id: z.int().nullable(),
  rating: z.int(),
  category_title: text,
  category_color: text,
  status_title: text,
  status_color: text,
  tags: z.array(z.string()),
  metadata: text.meta({ description: 'JSON text' }),
  steps: z
    .array(z.object({ body: z.string(), finished: Flag }))
    .meta({ description: 'The first 1000, in their order' }),
  files: z
    .array(
      z.object({
        id: Id,
        real_name: z.string().meta({ description: 'The name as it was given; slashes in it are folders' }),
        comment: text,
        filesize: z.int().meta({ description: 'Bytes' }),
        mime_type: z.string().meta({ description: 'What the content is, found by looking into it' }),
      }),
    )
    .meta({ description: 'The newest 1000 files in state 1, if the link includes files; otherwise none' }),
  links: z
    .array(z.object({ type: EntityType, id: Id, title: z.string() }))
    .meta({ description: 'The linked entries that are open to everyone, with their titles of today' }),
  fullname: z.string().meta({ description: 'The owner' }),
  team_name: z.string(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type SharedEntity = z.infer<typeof SharedEntity>

const AccessKey = z.string().max(100).optional().meta({ description: 'The access_key of the public link' })

const one = {
  path: '/shared/:entity_type/:id',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag: ENTRIES,
} as const

export const shared = {
  read: endpoint({
    ...one,
    name: 'readSharedEntity',
    method: 'GET',
    summary:
      'An entry behind a public link, or one open to everyone, where the instance shows these without an account',
    query: z.object({ access_key: AccessKey }),
    reply: SharedEntity,
    status: 200,
    errors: [404],
    access: 'public',
  }),
  file: endpoint({
    ...one,
    path: `${one.path}/files`,
    name: 'readSharedFile',
    method: 'GET',
    summary: 'A picture or recording that the main text of a shared entry shows',
    details:
      'The main text has these under `/files?name=…`, which needs an account. Other files of the entry are not found. ' +
      'Takes `Range`, `If-Range` and `If-Modified-Since`.',
    query: z.object({
      name: Text.max(200, says('upload.not_long_name')).meta({ description: 'long_name of the file' }),
      access_key: AccessKey,
    }),
    content: ['application/octet-stream'],
    status: 200,
    errors: [404],
    access: 'public',
  }),
  upload: endpoint({
    ...one,
    path: `${one.path}/files/:subid/download`,
    params: one.params.extend({ subid: idOf('file') }),
    name: 'readSharedUpload',
    method: 'GET',
    summary: 'The content of a file of a shared entry, if its public link includes files',
    details:
      'Only files in state 1, and only with the key: an entry that is open to everyone without one shows no files. ' +
      'Takes `Range`, `If-Range` and `If-Modified-Since`. What a browser could run comes as an attachment.',
    query: z.object({ access_key: AccessKey }),
    content: ['application/octet-stream'],
    status: 200,
    errors: [404],
    access: 'public',
  }),
}
