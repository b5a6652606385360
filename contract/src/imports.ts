import { z } from 'zod'
import { ARCHIVE_NOTES } from './archive-notes.ts'
import { EntityType, ErrorBody, Id, idOf, MAX_ID, Paging, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TABLE_ENDINGS, TableChoices, TableGuess } from './import-tables.ts'
import { FILE_NAME_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'
import { TABLE_NOTES } from './table-notes.ts'

/** The kinds of files that can be imported, by the ending of their name. */
export const IMPORT_ENDINGS = ['.eln', ...TABLE_ENDINGS] as const

/**
 * What did not come in as it was in the source, and what it says to people. `about` of a note fills in what it is about:
 * the name of a file, of a field, of a person.
 */
export const IMPORT_NOTES = {
  elabid_taken: 'Another entry has its permanent id, so it got a new one',
  custom_id_taken: 'Another entry of the category has its number, so it got a new one',
  no_number: 'Its number is none that can be stored',
  no_title: 'It has no title in the source',
  long_title: 'Its title is longer than titles can be, and was cut',
  bad_date: 'Its date is none',
  bad_rating: 'Its rating is none from 0 to 5',
  no_label: 'You may not add this category or status to the team',
  no_tag: 'You may not add this tag to the team, or it cannot be a tag',
  many_tags: 'It has more tags than an entry can have',
  bad_metadata: 'Its metadata cannot be stored',
  many_fields: 'It has more extra fields than an entry can have',
  field_as_text: 'The value does not fit the type of its field, which became a text',
  field_without_target: 'The field points to something that did not come along, and became a text',
  bad_step: 'A step without a text was left out',
  many_steps: 'It has more steps than an entry can have',
  bad_comment: 'A comment is empty, or longer than comments can be',
  bad_time: 'An instant is none',
  bad_file: 'A file could not be read',
  file_name: 'A file has a name that is not allowed',
  file_altered: 'The content of a file is not what its hash says',
  settings_left: 'Its settings cannot be stored',
  missing_link: 'It points to an entry that did not come along',
  link_to_template: 'It points to a template, and links cannot',
  many_links: 'It has more links than an entry can have',
  refused: 'It did not come in',
  not_understood: 'The source says something that Aliquot does not understand',
  ...ARCHIVE_NOTES,
  ...TABLE_NOTES,
} as const
export type ImportNoteCode = keyof typeof IMPORT_NOTES

export const IMPORT_STATES = ['waiting', 'running', 'previewed', 'done', 'failed', 'stopped', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const IMPORT_PHASES = ['preview', 'import', 'undo'] as const

/** What an import does with an entry that is here already. */
export const DUPLICATES = ['skip', 'again'] as const

const Note = z.object({
  code: z.string().meta({ description: 'What did not come in as it was, for a program' }),
  message: z.string().meta({ description: 'The same in words' }),
  about: z.string().meta({ description: 'What it is about, in words of the source' }),
  row: z.int().nullable().meta({ description: 'The row of a table, as a spreadsheet counts; null: of none' }),
})

const Place = z.object({ type: EntityType, id: Id, title: z.string() })

const Person = z.object({
  name: z.string(),
  email: z.string().nullable(),
  orcid: z.string().nullable(),
  entries: z.int().meta({ description: 'Entries that they wrote' }),
  comments: z.int().meta({ description: 'Comments that they wrote' }),
  userid: Id.nullable().meta({ description: 'The account that becomes their author; null: their name is kept' }),
  fullname: z.string().nullable().meta({ description: 'Name of that account' }),
})
export type ImportPerson = z.output<typeof Person>

const NextEntry = z.object({
  type: EntityType,
  title: z.string(),
  date: z.string().nullable(),
  category: z.string().nullable().meta({ description: 'Name of the category' }),
  status: z.string().nullable().meta({ description: 'Name of the status' }),
  tags: z.array(z.string()),
  author: z.string().nullable().meta({ description: 'Who wrote it, as the source says' }),
  excerpt: z.string().meta({ description: 'How the main text begins' }),
  rating: z.int().meta({ description: 'From 0 to 5; 0: none' }),
  custom_id: z.int().nullable().meta({ description: 'Its number; null: the next one' }),
  fields: z.int().meta({ description: 'Extra fields' }),
  field_values: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        value: z.string().meta({ description: 'As text; several values with commas between them' }),
        unit: z.string().nullable().meta({ description: 'Unit of the value' }),
        group: z.string().nullable().meta({ description: 'Name of the group' }),
      }),
    )
    .meta({ description: 'The first extra fields, with their values' }),
  steps: z.int().meta({ description: 'Steps' }),
  comments: z.int().meta({ description: 'Comments' }),
  files: z.int().meta({ description: 'Files' }),
  notes: z.array(Note).meta({ description: 'What will not come in as it is' }),
  duplicate: Place.nullable().meta({ description: 'The entry that it is already; null: none' }),
})
export type ImportNextEntry = z.output<typeof NextEntry>

export const ImportPreview = z
  .object({
    entries: z.int().meta({ description: 'Entries in the source' }),
    looked: z.int().meta({
      description: 'How many of them it has looked at, and tells about: of a long table only the first ones',
    }),
    types: z
      .object({
        experiments: z.int().meta({ description: 'Experiments' }),
        items: z.int().meta({ description: 'Resources' }),
        experiments_templates: z.int().meta({ description: 'Experiment templates' }),
        items_types: z.int().meta({ description: 'Resource templates' }),
      })
      .meta({ description: 'The same by type' }),
    files: z.int().meta({ description: 'Files in the source' }),
    bytes: z.int().meta({ description: 'Their size, as far as the source tells' }),
    comments: z.int().meta({ description: 'Comments in the source' }),
    first: z.array(NextEntry).meta({ description: 'The first entries, as they will be' }),
    new_categories: z.array(z.string()).meta({ description: 'Categories that the team will get' }),
    new_status: z.array(z.string()).meta({ description: 'Status that the team will get' }),
    new_tags: z.array(z.string()).meta({ description: 'Tags that the team will get; the first ones' }),
    new_tags_total: z.int().meta({ description: 'How many tags these are' }),
    people: z.array(Person).meta({ description: 'Who wrote what; the first ones' }),
    duplicates: z
      .array(
        z.object({
          title: z.string().meta({ description: 'Title in the source' }),
          by: z.enum(['elabid', 'content']).meta({ description: 'What is the same' }),
          entry: Place.meta({ description: 'What is here' }),
        }),
      )
      .meta({ description: 'What is here already; the first ones' }),
    duplicates_total: z.int().meta({ description: 'How many entries are here already' }),
    notes: z
      .array(
        z.object({
          code: z.string().meta({ description: 'What will not come in as it is, for a program' }),
          message: z.string().meta({ description: 'The same in words' }),
          count: z.int().meta({ description: 'How often' }),
          examples: z.array(z.string()).meta({ description: 'What it is about, a few of them' }),
          rows: z.array(z.int()).meta({ description: 'The first rows of the table that it is about' }),
        }),
      )
      .meta({ description: 'What will not come in as it is' }),
    table: TableGuess.nullable().meta({ description: 'How a table is read; null: it is none' }),
  })
  .register(namedRecords, { name: 'ImportPreview', description: 'What an import would make, before it makes anything' })
export type ImportPreview = z.output<typeof ImportPreview>

export const IMPORT_ACTIONS = ['start', 'preview', 'stop', 'undo'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

const facts = {
  id: Id,
  name: z.string().meta({ description: 'Name of the file' }),
  format: z.string().meta({ description: 'Ending of the name' }),
  bytes: z.int().meta({ description: 'Size of the file' }),
  userid: Id.meta({ description: 'Who imports' }),
  fullname: z.string().meta({ description: 'Their name' }),
  team: Id.meta({ description: 'The team that gets the entries' }),
  owner: Id.meta({ description: 'Who owns what comes in, unless its author has an account' }),
  phase: z.enum(IMPORT_PHASES).meta({ description: 'What is done: looking ahead, importing, or undoing' }),
  state: z.enum(IMPORT_STATES).meta({
    description:
      '`previewed`: looked ahead, nothing made. `undone`: what it made is in the trash, apart from `kept`. `failed`: see `error`',
  }),
  total: z.int().nullable().meta({ description: 'Entries in the source; null: not counted yet' }),
  done: z.int().meta({ description: 'How many of them it has dealt with' }),
  made: z.int().meta({ description: 'Entries that it made' }),
  skipped: z.int().meta({ description: 'Entries that were here already' }),
  refused: z.int().meta({ description: 'Entries that could not come in; `warnings` say why' }),
  removed: z.int().meta({ description: 'Entries that were undone' }),
  kept: z.int().meta({ description: 'Entries that could not be undone, because others changed them since' }),
  warnings_total: z.int().meta({ description: 'How many warnings there are' }),
  error: ErrorBody.pick({ code: true, message: true, reason: true, field: true, params: true })
    .nullable()
    .meta({ description: 'Why it failed; null: it did not' }),
  actions: z.array(z.enum(IMPORT_ACTIONS)).meta({ description: 'What can be done with it now' }),
  created_at: Timestamp,
  modified_at: Timestamp,
  expires_at: Timestamp.nullable().meta({ description: 'Until then the file is kept; null: it is gone' }),
}

export const ListedImport = z.object(facts).register(namedRecords, {
  name: 'ListedImport',
  description: 'An import in a list',
})
export type ListedImport = z.output<typeof ListedImport>

export const Import = z
  .object({
    ...facts,
    options: z
      .object({
        entity_type: EntityType.nullable().meta({ description: 'What all entries become; null: what they were' }),
        category: Id.nullable(),
        template: Id.nullable().meta({ description: 'The template that all entries are made from; null: none' }),
        canread_base: z.int().nullable().meta({ description: 'Level of all entries; null: theirs, or the usual one' }),
        canwrite_base: z.int().nullable().meta({ description: 'Level of all entries; null: theirs, or the usual one' }),
        duplicates: z.enum(DUPLICATES).meta({ description: 'What is done with entries that are here already' }),
        table: TableChoices.nullable().meta({ description: 'How a table is to be read; null: all is guessed' }),
      })
      .meta({ description: 'What was asked for' }),
    preview: ImportPreview.nullable().meta({ description: 'What it found when it looked ahead; null: it did not' }),
    entries: z.array(Place).meta({ description: 'The first entries that it made. `/imports/{id}/entries` has all' }),
    warnings: z
      .array(
        z.object({
          ...Note.shape,
          title: z.string().meta({ description: 'Title of the entry in the source' }),
          type: EntityType.nullable(),
          id: Id.nullable().meta({ description: 'Id of the entry; null: it did not come in' }),
        }),
      )
      .meta({ description: 'What did not come in as it was; the first ones' }),
  })
  .register(namedRecords, { name: 'Import', description: 'A file whose entries were brought in, or could be' })
export type Import = z.output<typeof Import>

export const IMPORT_OUTCOMES = ['made', 'skipped', 'refused', 'removed', 'kept'] as const

export const ImportedEntry = z
  .object({
    number: z.int().meta({ description: 'Place in the source, from 1' }),
    outcome: z.enum(IMPORT_OUTCOMES).meta({
      description: '`skipped`: it was here already. `removed`: undone. `kept`: others changed it, so it was not undone',
    }),
    type: EntityType.nullable(),
    id: Id.nullable().meta({ description: 'Id of the entry; null: it did not come in' }),
    title: z
      .string()
      .meta({ description: 'Title now; in the source, if it did not come in. Empty: you may not read it' }),
    notes: z.array(Note).meta({ description: 'What did not come in as it was' }),
  })
  .register(namedRecords, { name: 'ImportedEntry', description: 'What became of an entry of a source' })
export type ImportedEntry = z.output<typeof ImportedEntry>

const number = (text: string | undefined) => (text === undefined || text.trim() === '' ? 0 : Number(text))

/** An id as text, as forms send it; 0 or empty: none. */
const IdText = z
  .string()
  .optional()
  .transform(number)
  .refine((id) => Number.isInteger(id) && id >= 0 && id <= MAX_ID, says('field.not_id'))

/** A level as text. Unknown ones count as none. */
const LevelText = z
  .string()
  .optional()
  .transform((text) => ([10, 20, 30, 40, 50].includes(Number(text)) ? Number(text) : null))

/** The parts of a form with a file to be imported, in any order. */
export const ImportForm = z.object({
  file: z
    .object({ name: Text.min(1).max(FILE_NAME_LIMIT.most) })
    .meta({ shownAs: z.file(), description: 'The file. The ending of its name says what it is' }),
  entity_type: z
    .union([z.literal(''), EntityType])
    .optional()
    .transform((type) => type || null)
    .meta({ type: 'string', enum: EntityType.options, description: 'What all entries become. Absent: what they were' }),
  category: IdText.meta({ type: 'integer', description: 'Id of the category of all entries. Absent: what they had' }),
  owner: IdText.meta({
    type: 'integer',
    description: 'Id of the person who owns all entries, for admins. Absent or 0: you, or their author',
  }),
  template: IdText.meta({
    type: 'integer',
    description: 'Id of a template that each row of a table is made from. Of no use for archives',
  }),
  table: z.string().optional().meta({
    description: 'JSON: how a table is to be read, as in `options` of the import. What is absent is guessed',
  }),
  canread_base: LevelText.meta({
    type: 'integer',
    enum: [10, 20, 30, 40, 50],
    description: 'Base level for reading of all entries. Absent: 30, or what an archive of Aliquot says',
  }),
  canwrite_base: LevelText.meta({
    type: 'integer',
    enum: [10, 20, 30, 40, 50],
    description: 'Base level for writing of all entries. Absent: 20, or what an archive of Aliquot says',
  }),
  preview: z
    .string()
    .optional()
    .transform((text) => !['', '0', 'false', 'off'].includes(text ?? ''))
    .meta({ type: 'integer', enum: [0, 1], description: '1: only look ahead, and make nothing until it is started' }),
  duplicates: z
    .union([z.literal(''), z.enum(DUPLICATES)])
    .optional()
    .transform((choice) => choice || null)
    .meta({
      type: 'string',
      enum: DUPLICATES,
      description: 'What is here already is skipped (usual for `/imports`), or comes in again (usual for `/import`)',
    }),
})
export type ImportForm = z.output<typeof ImportForm>

const NoBody = z.object({})

const ImportPatch = z.strictObject({
  action: z.enum(IMPORT_ACTIONS, says('field.one_of', { choices: IMPORT_ACTIONS })),
  duplicates: z.enum(DUPLICATES).optional().meta({ description: 'With `start`: another choice than before' }),
  entity_type: EntityType.nullish().meta({
    description: 'With `preview` and `start`: what all entries become. Null: what they were',
  }),
  category: Id.nullish().meta({ description: 'With `preview` and `start`: category of all entries. Null: theirs' }),
  template: Id.nullish().meta({ description: 'With `preview` and `start`: template of all entries. Null: none' }),
  table: TableChoices.nullish().meta({
    description: 'With `preview` and `start`: how the table is to be read, as a whole. Null: all is guessed',
  }),
})
export type ImportPatch = z.output<typeof ImportPatch>

const tag = {
  name: 'Imports',
  about:
    'Entries of other notebooks (`.eln`) and rows of tables (`.csv`, `.tsv`, `.xlsx`) come in as entries, with a preview ' +
    'before and a way back after.',
}
const one = { path: '/imports/:id', params: z.object({ id: idOf('import') }), tag }

export const imports = {
  options: endpoint({
    tag,
    path: '/import',
    name: 'readImportOptions',
    method: 'GET',
    access: 'account',
    summary: 'What can be imported',
    reply: z.object({
      allowed_extensions: z.array(z.string()).meta({ description: 'Endings of the names of files' }),
      max_filesize: z.int().meta({ description: 'Bytes' }),
      max_upload_size: z.string().meta({ description: 'The same for people' }),
      max_upload_time: z.int().meta({ description: 'Milliseconds; 0: no limit while the file keeps coming' }),
    }),
    status: 200,
    errors: [],
  }),
  run: endpoint({
    tag,
    path: '/import',
    name: 'postImport',
    method: 'POST',
    access: 'account',
    summary: 'Import a file, and answer when all is done',
    details:
      'The number at the end of `Location` is that of the entries that came in. If the file cannot be read to its end, ' +
      'nothing stays. `/imports` does the same in the background.',
    body: NoBody,
    form: ImportForm,
    status: 201,
    errors: [403, 422, 507],
  }),
  list: endpoint({
    tag,
    path: '/imports',
    name: 'readImports',
    method: 'GET',
    access: 'account',
    noStore: true,
    summary: 'Your imports into this team, newest first; for its admins those of everybody',
    query: Paging,
    reply: z.array(ListedImport),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    tag,
    path: '/imports',
    name: 'postImports',
    method: 'POST',
    access: 'account',
    summary: 'Import a file in the background, or look ahead first',
    details: 'Read the import at `Location` until its state is no longer `waiting` or `running`.',
    body: NoBody,
    form: ImportForm,
    status: 201,
    errors: [403, 422, 507],
  }),
  read: endpoint({
    ...one,
    name: 'readImport',
    method: 'GET',
    noStore: true,
    summary: 'How far an import is, and what came of it',
    reply: Import,
    status: 200,
    errors: [404],
  }),
  entries: endpoint({
    ...one,
    path: '/imports/:id/entries',
    name: 'readImportEntries',
    method: 'GET',
    noStore: true,
    summary: 'What became of each entry of the source, in its order',
    query: Paging,
    reply: z.array(ImportedEntry),
    status: 200,
    errors: [404],
    list: true,
  }),
  act: endpoint({
    ...one,
    name: 'patchImport',
    method: 'PATCH',
    summary: 'Start it after a preview or a stop, look ahead again, stop it, or undo it',
    details:
      '`preview` looks again, with other choices, as long as nothing was made. ' +
      '`undo` moves all entries that it made to the trash, apart from those that others have changed since. Each of ' +
      'these runs in the background.',
    body: ImportPatch,
    example: { action: 'start' },
    reply: Import,
    status: 200,
    errors: [403, 404, 422],
  }),
}
