import { z } from 'zod'
import { Comment } from './comments.ts'
import { DateText, EntityType, Flag, Id, Instant, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { copyOf, EntityPatch, entityPatchOf, NewEntity, NewEntityOrCopy, newEntityOf } from './entity-input.ts'
import {
  BookingPermission,
  EntitySettings,
  ResourceSettings,
  ResourceTemplateSettings,
  TemplateSettings,
} from './entity-settings.ts'
import { archiveQuery, crateQuery, EXPORT_TYPES, exportQuery, Progress } from './exports.ts'
import { ExperimentLink, ItemLink, RelatedExperiment, RelatedItem } from './links.ts'
import { namedRecords } from './named-records.ts'
import { ENTRIES } from './operation-groups.ts'
import { EntryOrigin } from './origins.ts'
import { Step } from './steps.ts'
import { Upload, UploadStates } from './uploads.ts'

const text = z.string().nullable()
const number = z.int().nullable()
const time = Timestamp.nullable()
const JsonText = z.string().meta({ description: 'JSON text' })

/** The columns of every list row, including the short form. */
const short = {
  id: Id,
  title: z.string(),
  custom_id: number.meta({ description: 'A number of your own, unique within a category' }),
  date: DateText.nullable(),
  category: number,
  category_title: text,
  category_color: text,
  status: number,
  status_title: text,
  status_color: text,
  team: Id,
  team_name: z.string(),
  rating: z.int(),
  userid: Id.meta({ description: 'The owner' }),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  orcid: text,
  locked: Flag,
  state: z.int().meta({ description: '1 normal, 2 archived, 3 deleted' }),
  canread: JsonText.meta({ description: 'JSON text: who may read besides the base level' }),
  canwrite: JsonText.meta({ description: 'JSON text: who may write besides the base level' }),
  canread_base: z.int().meta({ description: '50 everyone, 40 organization, 30 team, 20 owner and admins, 10 owner' }),
  canwrite_base: z.int(),
  canread_is_immutable: Flag,
  canwrite_is_immutable: Flag,
  created_at: Timestamp,
  modified_at: Timestamp,
  signature_count: z.int(),
  last_signed_at: time,
  last_signed_by: number,
  timestamped: Flag,
  timestampedby: number,
  is_pinned: Flag.meta({ description: '1: pinned by you' }),
  recent_comment: time,
  next_step: text,
  tags: text.meta({ description: 'Joined by |' }),
  tags_id: text.meta({ description: 'Ids of the tags in the same order, joined by ,' }),
  tags_decoded: z.array(z.object({ id: Id, tag: z.string(), is_favorite: z.boolean() })),
}

/** The additional columns of the long form: all stored ones. */
const long = {
  type: EntityType,
  page: z.string().meta({ description: 'The web page' }),
  body: text.meta({ description: 'The main text, HTML or Markdown' }),
  content_type: z.int().meta({ description: '1 HTML, 2 Markdown' }),
  hide_main_text: Flag,
  elabid: text.meta({ description: 'Permanent id' }),
  metadata: text.meta({ description: 'JSON text' }),
  lastchangeby: number,
  created_from_type: number,
  created_from_id: number,
  access_key: text,
  lockedby: number,
  locked_at: time.meta({ description: 'Time of the last lock or unlock' }),
  timestamped_at: time,
  events_start: text,
  events_start_itemid: text,
}

/** Where the words of a search were found, with some text around them. */
export const FoundIn = z
  .object({
    place: z.enum(['title', 'tag', 'field', 'body', 'comment', 'elabid', 'file']),
    name: text.meta({ description: 'Of the extra field, or of the file whose text it is; null elsewhere' }),
    id: Id.optional().meta({ description: 'Of the file' }),
    text: z.string(),
    marks: z
      .array(z.tuple([z.int(), z.int()]))
      .meta({ description: 'Start and end of each word in the text, in UTF-16 units' }),
  })
  .register(namedRecords, { name: 'FoundIn', description: 'Where in an entry the words of a search stand' })
export type FoundIn = z.infer<typeof FoundIn>

/** A list row: the long form, or with `full=0` the short form. */
export const EntityListRow = z
  .object({
    ...short,
    ...z.object({ ...long, ...EntitySettings.shape, has_attachment: Flag }).partial().shape,
    found_in: z.array(FoundIn).optional().meta({ description: 'With `search`, on pages of up to 100 rows' }),
  })
  .register(namedRecords, { name: 'EntityListRow', description: 'An entry as lists show it' })
export type EntityListRow = z.infer<typeof EntityListRow>

export const ChangelogLine = z
  .object({
    created_at: Timestamp,
    target: z.string().meta({ description: 'The attribute that changed' }),
    content: z.string().meta({ description: 'Its new value' }),
    fullname: z.string(),
    userid: Id.nullable(),
  })
  .register(namedRecords, { name: 'ChangelogLine', description: 'One change of an entry' })
export type ChangelogLine = z.infer<typeof ChangelogLine>

/** Lists of features that Aliquot does not have: always empty. */
const none = z.array(z.unknown())

const LevelName = z.string().meta({ description: 'The base level in words' })

/** The columns of entries of all types. */
const whole = {
  ...short,
  ...long,
  body_html: text.meta({ description: 'The main text as HTML' }),
  origin: EntryOrigin.optional().meta({ description: 'Only if it was imported' }),
  metadata_decoded: z.unknown().optional().meta({ description: 'Absent without metadata' }),
  created_from_type_human: text,
  canread_base_human: z.string(),
  canwrite_base_human: z.string(),
  sharelink: z.string(),
  exclusive_edit_mode: z
    .object({ locked_by: Id, locked_by_human: z.string(), locked_at: Timestamp, is_stale: Flag })
    .nullable(),
  comments: z.array(Comment),
  changelog: z.array(ChangelogLine).meta({ description: 'The newest 200 changes, newest first' }),
  steps: z.array(Step).meta({ description: 'The first 1000, in their order' }),
  uploads: z
    .array(Upload)
    .meta({ description: 'The files in state 1, or in those that the query names; newest first' }),
  experiments_links: z.array(ExperimentLink),
  items_links: z.array(ItemLink),
  related_experiments_links: z.array(RelatedExperiment),
  related_items_links: z.array(RelatedItem),
  compounds_links: none,
  containers: none,
  surrounding_bookers: none,
}

const ofBookable = { ...BookingPermission.shape, canbook_base_human: LevelName }
const ofTemplates = {
  ...TemplateSettings.shape,
  canread_target_base_human: LevelName,
  canwrite_target_base_human: LevelName,
}

/** A whole entry of any type. */
export const Entity = z
  .object({
    ...whole,
    ...z
      .object({
        ...ofBookable,
        ...ResourceSettings.shape,
        ...ofTemplates,
        ...ResourceTemplateSettings.shape,
      })
      .partial().shape,
  })
  .register(namedRecords, { name: 'Entity', description: 'An entry of any type, whole' })
export type Entity = z.infer<typeof Entity>

/** The same with the settings of one type, for the documentation. */
export const RECORDS = {
  experiments: z.object(whole).register(namedRecords, { name: 'Experiment', description: 'An experiment, whole' }),
  items: z
    .object({ ...whole, ...ofBookable, ...ResourceSettings.shape })
    .register(namedRecords, { name: 'Resource', description: 'A resource, whole' }),
  experiments_templates: z
    .object({ ...whole, ...ofTemplates })
    .register(namedRecords, { name: 'ExperimentTemplate', description: 'A template of experiments, whole' }),
  items_types: z
    .object({ ...whole, ...ofBookable, ...ofTemplates, ...ResourceTemplateSettings.shape })
    .register(namedRecords, { name: 'ResourceTemplate', description: 'A template of resources, whole' }),
} as const satisfies Record<EntityType, z.ZodType>

const all = { path: '/:entity_type', params: z.object({ entity_type: EntityType }), tag: ENTRIES }
const one = { path: '/:entity_type/:id', params: z.object({ entity_type: EntityType, id: PathId }), tag: ENTRIES }
/** The id is optional, so that the collection itself can be refused with a reason. */
const oneOrNone = {
  ...one,
  aliases: [all.path],
  params: z.object({ entity_type: EntityType, id: PathId.optional() }),
}

/** Numbers of any size and names such as `__proto__` stay as written. */
const KEPT_AS_TEXT = ['metadata', 'metadatamerge']

/** The list is in entities-list.ts. */
export const entities = {
  add: endpoint({
    ...all,
    name: 'postEntity',
    method: 'POST',
    access: 'account',
    summary: 'Create an entry',
    body: NewEntity,
    example: { title: 'Annealing at 65 °C', tags: ['PCR', 'primer 4'] },
    shownFor: (type) => ({ body: newEntityOf(type) }),
    keepText: KEPT_AS_TEXT,
    status: 201,
    errors: [403, 404, 422, 507],
  }),
  read: endpoint({
    ...one,
    name: 'readEntity',
    method: 'GET',
    access: 'readers',
    summary: 'One entry, whole; archived and deleted ones too',
    query: z.object({
      ...exportQuery,
      as_of: Instant.optional().meta({
        type: 'string',
        format: 'date-time',
        description: 'The entry with all that belongs to it as it was at this instant',
      }),
      state: UploadStates.meta({
        type: 'string',
        description: 'States of the files in `uploads`, comma separated. Default 1',
      }),
    }),
    reply: Entity,
    shownFor: (type) => ({ reply: RECORDS[type] }),
    files: EXPORT_TYPES,
    hidden: Object.keys(exportQuery),
    status: 200,
    errors: [403, 404],
  }),
  act: endpoint({
    ...one,
    name: 'postEntityAction',
    method: 'POST',
    access: 'readers',
    summary: 'Copy an entry with the action duplicate; without an action, create one',
    body: NewEntityOrCopy,
    example: { action: 'duplicate' },
    shownFor: (type) => ({ body: copyOf(type) }),
    keepText: KEPT_AS_TEXT,
    status: 201,
    errors: [403, 404, 422, 507],
  }),
  edit: endpoint({
    ...oneOrNone,
    name: 'patchEntity',
    method: 'PATCH',
    summary: 'Change attributes of an entry, or do something to it with an action',
    details:
      'The action `updateowner` answers an empty list: who gave the entry away may not be able to read it any more.',
    body: EntityPatch,
    example: { title: 'Annealing at 65 °C', date: '2026-03-02', body: '<p>Yield is low.</p>', tags: ['PCR'] },
    shownFor: (type) => ({ body: entityPatchOf(type), reply: RECORDS[type] }),
    keepText: KEPT_AS_TEXT,
    keepNumbers: true,
    repeatable: true,
    orEmptyList: true,
    reply: Entity,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  downloadCsv: endpoint({
    ...one,
    path: '/:entity_type/:id/download/csv',
    name: 'downloadEntityCsv',
    method: 'GET',
    access: 'readers',
    summary: 'One entry as a table with one line',
    details: 'The same as `format=csv` in the query of the entry.',
    query: z.object({ progress: Progress }),
    content: ['text/csv'],
    status: 200,
    errors: [403, 404],
  }),
  downloadZip: endpoint({
    ...one,
    path: '/:entity_type/:id/download/zip',
    name: 'downloadEntityZip',
    method: 'GET',
    access: 'readers',
    summary: 'One entry as an archive: a page that shows it, and its files',
    details: 'The same as `format=zip` in the query of the entry.',
    query: z.object(archiveQuery),
    content: ['application/zip'],
    status: 200,
    errors: [403, 404],
  }),
  downloadEln: endpoint({
    ...one,
    path: '/:entity_type/:id/download/eln',
    name: 'downloadEntityEln',
    method: 'GET',
    access: 'readers',
    summary: 'One entry as an .eln archive, which other notebooks read',
    details: 'The same as `format=eln` in the query of the entry.',
    query: z.object({ ...crateQuery, progress: Progress }),
    content: ['application/zip'],
    status: 200,
    errors: [403, 404],
  }),
  remove: endpoint({
    ...oneOrNone,
    name: 'deleteEntity',
    method: 'DELETE',
    summary: 'Delete an entry; it can be restored',
    status: 204,
    errors: [403, 404, 412],
  }),
}
