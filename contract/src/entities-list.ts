import { z } from 'zod'
import { EntityType, MAX_ID, Paging, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EntityListRow } from './entities.ts'
import { EXPORT_TYPES, exportQuery } from './exports.ts'
import { Numbers, readNumbers } from './numbers.ts'
import { ENTRIES } from './operation-groups.ts'
import { issueOf, issueWith, says } from './refusals/schema.ts'

/** The orders of a list. Unknown names mean `lastchange`, as programs expect. */
export const LIST_ORDERS = [
  'cat',
  'comment',
  'customid',
  'date',
  'id',
  'lastchange',
  'ordering',
  'rating',
  'status',
  'title',
  'user',
] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** `3,null`: `null` stands for "not set". */
const NumbersOrNull = z
  .string()
  .optional()
  .transform((text, check) => {
    const parts = text?.split(',') ?? []
    const given = parts.filter((part) => part.trim() !== 'null')
    const numbers = readNumbers(given.join(','), (problem) => check.addIssue(issueWith(problem))) ?? []
    const orNull = given.length < parts.length
    return numbers.length > 0 || orNull ? { numbers, orNull } : undefined
  })
  .meta({ type: 'string', description: 'Numbers, comma separated; `null` in it means: not set' })
export type NumbersOrNull = NonNullable<z.output<typeof NumbersOrNull>>

const STATES = [1, 2, 3, 4, 5, 6]

const States = Numbers.transform((given, check) => {
  const states = (given ?? []).filter((state) => state !== 0)
  const unknown = states.find((state) => !STATES.includes(state))
  if (unknown !== undefined) check.addIssue(issueOf('list.not_state', { given: unknown }))
  return states.length > 0 ? states : undefined
}).meta({
  type: 'string',
  description: '1 normal, 2 archived, 3 deleted; several comma separated. Default 1, or what `state:` in a query says',
})

const Scope = z
  .enum(['1', '2', '3', ''], says('list.not_scope'))
  .optional()
  .transform((text) => (text ? (Number(text) as 1 | 2 | 3) : undefined))
  .meta({ type: 'integer', enum: [1, 2, 3], description: '1 own, 2 team, 3 all that you may read. Default: yours' })

const Day = z.iso.date()

/** `2026-01-01..2026-01-31`, both days included. Either end may be open, and a single day means that day. */
const DateRange = z
  .string()
  .optional()
  .transform((text, check) => {
    if (text === undefined || text.trim() === '') return undefined
    const [from = '', to = from, ...more] = text.split('..').map((part) => part.trim())
    const given = [from, to].filter((day) => day !== '')
    const isRange = more.length === 0 && given.length > 0 && given.every((day) => Day.safeParse(day).success)
    if (!isRange) check.addIssue(issueOf('list.not_days'))
    else if (from !== '' && to !== '' && from > to) check.addIssue(issueOf('list.ends_before'))
    return { from: from || undefined, to: to || undefined }
  })
  .meta({
    type: 'string',
    description:
      'Entries of these days: `2026-01-01..2026-01-31` includes both, `2026-01-01..` and `..2026-01-31` have an open end, ' +
      '`2026-01-01` is one day',
  })
export type DateRange = NonNullable<z.output<typeof DateRange>>

const Tags = z
  .union([Text.transform((tag) => [tag]), z.array(Text).max(50)])
  .optional()
  .meta({ type: 'array', items: { type: 'string' }, description: 'Entries that have all of these tags' })

const Searched = Text.max(2000).optional()

export const EntityListQuery = Paging.extend({
  q: Searched.meta({
    description:
      'Words that must all occur in title, text, tags or permanent id, at the start of a word; or a query as in `extended`, ' +
      'when it has a field, quotes, OR, NOT, ! or |',
  }),
  extended: Searched.meta({
    description:
      'A query of the search language: `title:"heat shock" AND NOT status:fail`, `date:2026-01-01..2026-06-30`, ' +
      '`extrafield:Batch:B-17`. Fields: author, body, category, created_at, custom_id, date, elabid, extrafield, group, id, ' +
      'locked, locked_at, owner, rating, state, status, tag, tags, timestamped, timestamped_at, title, visibility. What cannot be ' +
      'understood is refused, with the `position` in the answer',
  }),
  related: z
    .string()
    .regex(/^\d{0,10}$/, says('field.not_entry_id'))
    .optional()
    .transform((text) => (text ? Math.min(Number(text), MAX_ID) : undefined))
    .meta({ type: 'integer', description: 'Entries that point to the entry with this id' }),
  related_origin: z
    .enum(['experiments', 'items', ''])
    .optional()
    .meta({ description: 'Type of that entry. Default: the type of the list' }),
  search: Searched.meta({
    description:
      'Words as one types them, the last one perhaps half: all must occur at the start of a word, in title, text, tags, values ' +
      'of extra fields, comments, permanent id, names of files or texts in them. Entries with all of them in the title come first; `found_in` of each row ' +
      'tells where they are',
  }),
  fastq: Searched.transform((text) => text?.trim() || undefined).meta({
    type: 'string',
    description: 'Entries with this text anywhere in the title, or with this number as id or custom id. Short columns',
  }),
  scope: Scope,
  owner: Numbers.meta({ description: 'Ids of owners, comma separated' }),
  state: States,
  cat: NumbersOrNull.meta({ description: 'The same as category' }),
  category: NumbersOrNull,
  status: NumbersOrNull,
  'tags[]': Tags,
  tags: Tags,
  date: DateRange,
  rating: Numbers,
  locked: Numbers,
  timestamped: Numbers,
  bookable: Numbers.meta({ description: '1 for resources that can be booked, 0 for the others; of items only' }),
  order: z
    .string()
    .optional()
    .transform((name): ListOrder | undefined =>
      name ? (LIST_ORDERS.find((order) => order === name) ?? 'lastchange') : undefined,
    )
    .meta({ type: 'string', enum: LIST_ORDERS, default: 'lastchange' }),
  sort: z
    .string()
    .optional()
    .transform((name): 'asc' | 'desc' => (name === 'asc' ? 'asc' : 'desc'))
    .meta({ type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
  full: z
    .string()
    .optional()
    .transform((text) => text !== '0')
    .meta({ type: 'integer', enum: [0, 1], default: 1, description: '0: without the long columns' }),
  id: Numbers.meta({ description: 'Ids of entries, comma separated: only these' }),
  ...exportQuery,
})
export type EntityListQuery = z.output<typeof EntityListQuery>

/** The parameters of one format mean nothing to the others. */
const OF_ZIP = { json: true, changelog: true, classification: true } as const
const OF_ELN = { rocrate: true, ending: true } as const
const OF_CODES = { size: true, withTitle: true, titleLines: true, titleChars: true } as const
const OF_LABELS = {
  label_sheet: true,
  label_code: true,
  label_content: true,
  label_lines: true,
  'label_fields[]': true,
  label_fields: true,
  label_start: true,
  label_copies: true,
} as const

export const entityLists = {
  list: endpoint({
    name: 'readEntities',
    method: 'GET',
    access: 'account',
    path: '/:entity_type',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'Entries that you may read; those you pinned come first. Without a limit: all of them',
    query: EntityListQuery,
    reply: z.array(EntityListRow),
    status: 200,
    files: EXPORT_TYPES,
    hidden: [...Object.keys(exportQuery), 'tags', 'cat'],
    errors: [403, 404],
    list: true,
  }),
  downloadCsv: endpoint({
    name: 'downloadEntitiesCsv',
    method: 'GET',
    access: 'account',
    path: '/:entity_type/download/csv',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'A list as a table with a line for each entry',
    details: 'The same as `format=csv` in the query of the list.',
    query: EntityListQuery.omit({ format: true, ...OF_ZIP, ...OF_ELN, ...OF_CODES, ...OF_LABELS }),
    hidden: ['tags', 'cat'],
    content: ['text/csv'],
    status: 200,
    errors: [403, 404],
  }),
  downloadZip: endpoint({
    name: 'downloadEntitiesZip',
    method: 'GET',
    access: 'account',
    path: '/:entity_type/download/zip',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'A list as an archive with a folder for each entry: a page that shows it, and its files',
    details: 'The same as `format=zip` in the query of the list.',
    query: EntityListQuery.omit({ format: true, ...OF_ELN, ...OF_CODES, ...OF_LABELS }),
    hidden: ['tags', 'cat'],
    content: ['application/zip'],
    status: 200,
    errors: [403, 404],
  }),
  downloadEln: endpoint({
    name: 'downloadEntitiesEln',
    method: 'GET',
    access: 'account',
    path: '/:entity_type/download/eln',
    params: z.object({ entity_type: EntityType }),
    tag: ENTRIES,
    summary: 'A list as an .eln archive, which other notebooks read',
    details: 'The same as `format=eln` in the query of the list.',
    query: EntityListQuery.omit({ format: true, ...OF_ZIP, ...OF_CODES, ...OF_LABELS }),
    hidden: ['tags', 'cat'],
    content: ['application/zip'],
    status: 200,
    errors: [403, 404],
  }),
}
