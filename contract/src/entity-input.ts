import { z } from 'zod'
import { type EntityType, MAX_ID, Permission, Text } from './common.ts'
import { CURRENCIES, ResourceSettings, TemplateSettings } from './entity-settings.ts'
import { issueOf, says } from './refusals/schema.ts'

/**
 * What clients may send about an entry. Values are accepted as programs send them: `5` and `"5"` are equal, `true` is
 * 1, `false` and `null` are empty.
 */

const Scalar = z
  .union([z.string(), z.number(), z.boolean(), z.null()], says('field.not_text_or_number'))
  .transform(asText)

/** Text of one line or many. */
export const Words = Scalar.pipe(Text).meta({ type: 'string' })

function asText(value: string | number | boolean | null): string {
  if (value === null || value === false) return ''
  return value === true ? '1' : String(value)
}

/** A whole number, or null for none. */
export function intOrNone(lowest: number, highest: number) {
  return Scalar.transform((text, ctx) => {
    const trimmed = text.trim()
    if (trimmed === '') return null
    const value = /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : Number.NaN
    if (value >= lowest && value <= highest) return value
    ctx.addIssue(
      Number.isNaN(value) ? issueOf('field.not_whole') : issueOf('field.between', { least: lowest, most: highest }),
    )
    return z.NEVER
  }).meta({ type: ['integer', 'null'] })
}

/** An id that can be removed: everything below 1 means none. */
const IdOrNone = intOrNone(-MAX_ID, MAX_ID)
  .transform((id) => (id !== null && id > 0 ? id : null))
  .meta({ type: ['integer', 'null'] })

const AnyFlag = Scalar.transform((text) =>
  text === '' || text === '0' || text === 'off' || text === 'false' ? 0 : 1,
).meta({ type: 'integer', enum: [0, 1] })

/** For what opens something to others: a word that we do not know is refused, and not taken for yes. */
const ExactFlag = intOrNone(0, 1)
  .transform((flag) => (flag === 1 ? 1 : 0))
  .meta({ type: 'integer', enum: [0, 1] })

const LEVELS = [10, 20, 30, 40, 50]
const Level = intOrNone(-MAX_ID, MAX_ID)
  .refine((level) => level !== null && LEVELS.includes(level), says('field.one_of', { choices: LEVELS }))
  .transform((level) => level ?? 0)
  .meta({ type: 'integer', enum: LEVELS })

const ContentType = intOrNone(-MAX_ID, MAX_ID)
  .refine((type) => type === 1 || type === 2, says('entry.not_content_type'))
  .transform((type) => type ?? 1)
  .meta({ type: 'integer', enum: [1, 2] })

/** A JSON object or its text; null and "" for none. The server checks its content. */
const JsonInput = z.union([z.record(z.string(), z.unknown()), z.tuple([]), Text, z.null()], says('field.not_object'))
const MetadataInput = JsonInput.meta({ type: ['object', 'null'], additionalProperties: true })
const PermissionInput = JsonInput.meta({ shownAs: Permission })

/** Tag names: a list, or one text `a|b`. */
const Tags = z
  .union([z.array(Words), Words.transform(splitTags)], says('field.not_texts'))
  .meta({ type: 'array', items: { type: 'string' } })

function splitTags(text: string): string[] {
  return text === '' ? [] : text.split('|')
}

/** A whole number from 0 on; empty is 0. */
const Count = intOrNone(0, MAX_ID)
  .transform((count) => count ?? 0)
  .meta({ type: 'integer', minimum: 0 })

/** An amount of money, stored with two decimals. */
const Money = Scalar.transform((text, ctx) => {
  const parts = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim() || '0')
  if (parts) return `${Number(parts[1])}.${(parts[2] ?? '').padEnd(2, '0')}`
  ctx.addIssue(issueOf('field.not_money', { example: '12.50' }))
  return z.NEVER
}).meta({ type: 'string', pattern: '^\\d{1,8}([.,]\\d{1,2})?$' })

const Currency = intOrNone(-MAX_ID, MAX_ID)
  .refine(
    (currency) => currency !== null && currency in CURRENCIES,
    says('field.one_of', { choices: CURRENCIES.map((name, number) => `${number} (${name})`) }),
  )
  .transform((currency) => currency ?? 0)
  .meta({ type: 'integer', enum: CURRENCIES.map((_, number) => number) })

const Color = Words.transform((text) => text.replace(/^#/, ''))
  .refine((text) => /^[0-9a-f]{6}$/i.test(text), says('field.not_color'))
  .meta({ type: 'string', pattern: '^#?[0-9a-fA-F]{6}$' })

/** Settings that only some types have. */
const settings = {
  canbook: PermissionInput,
  canbook_base: Level,
  is_bookable: AnyFlag,
  available: AnyFlag,
  book_max_minutes: Count,
  book_max_slots: Count,
  book_can_overlap: AnyFlag,
  book_is_cancellable: AnyFlag,
  book_cancel_minutes: Count,
  book_users_can_in_past: AnyFlag,
  booking_window_days: Count,
  booking_hourly_rate_notax: Money,
  booking_hourly_rate_tax: Money,
  booking_hourly_rate_currency: Currency,
  is_procurable: AnyFlag,
  proc_pack_qty: Count,
  proc_price_notax: Money,
  proc_price_tax: Money,
  proc_currency: Currency,
  canread_target: PermissionInput,
  canwrite_target: PermissionInput,
  canread_target_base: Level,
  canwrite_target_base: Level,
  ordering: intOrNone(0, MAX_ID),
  color: Color,
}

/** Attributes that can be set at creation and later. */
const attributes = {
  ...settings,
  title: Words,
  date: Words.meta({ format: 'date', description: 'The day of the entry, YYYY-MM-DD; YYYYMMDD is taken, too' }),
  body: Words,
  content_type: ContentType,
  category: IdOrNone,
  status: IdOrNone,
  custom_id: IdOrNone,
  rating: intOrNone(0, 5)
    .transform((rating) => rating ?? 0)
    .meta({ type: 'integer', minimum: 0, maximum: 5 }),
  metadata: MetadataInput,
  hide_main_text: AnyFlag,
  tags: Tags,
  canread: PermissionInput,
  canwrite: PermissionInput,
  canread_base: Level,
  canwrite_base: Level,
  canread_is_immutable: AnyFlag,
  canwrite_is_immutable: AnyFlag,
}

/** Attributes that can be changed; others are refused by name. */
export const EntityAttributes = z
  .strictObject({
    ...attributes,
    bodyappend: Words.meta({ description: 'Added at the end of the body' }),
    metadatamerge: MetadataInput.meta({ description: 'Values and new fields for extra_fields; the others stay' }),
    state: intOrNone(1, 3)
      .refine((state) => state !== null, says('field.either', { choices: [1, 2, 3] }))
      .meta({ type: 'integer', enum: [1, 2, 3], description: '1 normal, 2 archived, 3 deleted' }),
    action: z.literal('update'),
  })
  .partial()
export type EntityAttributes = z.output<typeof EntityAttributes>

/** Attributes of a new entry. Other keys are ignored. */
const create = {
  ...z.object(attributes).partial().shape,
  template: z.unknown().optional().meta({
    type: 'integer',
    description:
      'Id of a template to make it from, -1 for none. Of the other keys, title, date, rating, custom_id and metadata then count; metadata is merged',
  }),
  entity: IdOrNone.optional().meta({ description: 'Templates: id of the entry to make it from, -1 for none' }),
}
export const NewEntity = z.object({
  ...create,
  action: z.enum(['create', 'duplicate'], says('entry.not_making')).optional(),
})
export type NewEntity = z.output<typeof NewEntity>

export const NewEntityOrCopy = z.object({
  ...NewEntity.shape,
  copyFiles: AnyFlag.optional().meta({ description: 'With the files in state 1' }),
  linkToOriginal: AnyFlag.optional().meta({
    description:
      'Experiments and resources: the copy gets a link to the original. created_from_type and created_from_id name it in any case',
  }),
})

/** Actions without parameters. */
const PLAIN_ACTIONS = [
  'lock',
  'forcelock',
  'forceunlock',
  'pin',
  'archive',
  'unarchive',
  'destroy',
  'restore',
  'accesskey',
  'setnextcustomid',
  'review',
  'removeexclusiveeditmode',
] as const
export type PlainAction = (typeof PLAIN_ACTIONS)[number]

/** Actions of the API that Aliquot refuses. */
const REFUSED_ACTIONS = ['timestamp', 'bloxberg', 'sign'] as const

const RequiredId = intOrNone(-MAX_ID, MAX_ID)
  .refine((id) => id !== null && id > 0, says('field.not_id_of_one'))
  .transform((id) => id ?? 0)
  .meta({ type: 'integer', minimum: 1 })

const PlainActions = z.object({ action: z.literal(PLAIN_ACTIONS).meta({ description: 'What to do with the entry' }) })

const ACTIONS_WITH_KEYS = [
  z.object({
    action: z.literal(['setcanread', 'setcanwrite']).meta({ description: 'Which permission is set' }),
    can: PermissionInput.meta({ description: 'Who has the right beside the base level' }),
    can_base: Level.meta({ description: 'The base level' }),
  }),
  z.object({
    action: z.literal('updateowner').meta({ description: 'Gives the entry to somebody; the answer is an empty list' }),
    userid: RequiredId.meta({ description: 'The new owner' }),
    team: RequiredId.meta({ description: 'The team in which the entry then is' }),
  }),
  z.object({
    action: z.literal('sharefiles').meta({ description: 'Whether the public link also opens the files of the entry' }),
    include: ExactFlag.meta({ description: '1: the files in state 1, 0: none' }),
  }),
  z
    .looseObject({ action: z.literal('updatemetadatafield').meta({ description: 'Sets values of extra fields' }) })
    .meta({ description: 'All other keys are names of extra fields, with their new values' }),
] as const

/** A change of attributes, or an action with its parameters. */
export const EntityPatch = z.discriminatedUnion(
  'action',
  [EntityAttributes, PlainActions, ...ACTIONS_WITH_KEYS, z.looseObject({ action: z.literal(REFUSED_ACTIONS) })],
  says('entry.not_action'),
)
export type EntityPatch = z.output<typeof EntityPatch>

type SettingName = keyof typeof settings

const OF_RESOURCES = (Object.keys(ResourceSettings.shape) as SettingName[]).concat('canbook', 'canbook_base')
const OF_TEMPLATES = (Object.keys(TemplateSettings.shape) as SettingName[]).concat()

/** The settings of each type. The server refuses the others, and the documentation omits them. */
const OWN_SETTINGS: Readonly<Record<EntityType, readonly SettingName[]>> = {
  experiments: [],
  items: OF_RESOURCES,
  experiments_templates: OF_TEMPLATES,
  items_types: [...OF_TEMPLATES, 'canbook', 'canbook_base', 'color'],
}

function isTemplateType(type: EntityType): boolean {
  return type === 'experiments_templates' || type === 'items_types'
}

/** The keys of a body that apply to entries of this type. */
function keysOf<Shape extends z.ZodRawShape>(type: EntityType, shape: Shape, without: readonly string[] = []) {
  const foreign = Object.keys(settings).filter((name) => !OWN_SETTINGS[type].includes(name as SettingName))
  const left = new Set([...foreign, ...without])
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !left.has(name))) as Partial<Shape>
}

/** The body that creates an entry of a type. */
export function newEntityOf(type: EntityType): z.ZodType {
  return z.object(keysOf(type, NewEntity.shape, [isTemplateType(type) ? 'template' : 'entity']))
}

/** The body that copies an entry of a type. */
export function copyOf(_type: EntityType): z.ZodType {
  const { action, copyFiles, linkToOriginal } = NewEntityOrCopy.shape
  return z.object({ action, copyFiles, linkToOriginal })
}

/** The body that changes an entry of a type, or runs an action on it. */
export function entityPatchOf(type: EntityType): z.ZodType {
  const fixed = isTemplateType(type) ? [] : ['canread_is_immutable', 'canwrite_is_immutable']
  const values = z.strictObject(keysOf(type, EntityAttributes.shape, fixed))
  return z.union([values, PlainActions, ...ACTIONS_WITH_KEYS])
}
