import { z } from 'zod'
import { MAX_ID, Text } from './common.ts'
import { CURRENCIES } from './entity-settings.ts'

/**
 * What clients may send about an entry. Values are taken as programs send them: `5` and `"5"` are the same, `true` is
 * 1, `false` and `null` are "nothing".
 */

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], 'must be text or a number').transform(asText)

/** Text of one line or many. */
export const Words = Scalar.pipe(Text)

function asText(value: string | number | boolean | null): string {
  if (value === null || value === false) return ''
  return value === true ? '1' : String(value)
}

/** A whole number, null for none. */
export function intOrNone(lowest: number, highest: number) {
  return Scalar.transform((text, ctx) => {
    const trimmed = text.trim()
    if (trimmed === '') return null
    const value = /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : Number.NaN
    if (value >= lowest && value <= highest) return value
    ctx.issues.push({
      code: 'custom',
      message: Number.isNaN(value) ? 'must be a whole number' : `must be between ${lowest} and ${highest}`,
      input: text,
    })
    return z.NEVER
  })
}

/** An id that may be taken away: everything below 1 means none. */
const IdOrNone = intOrNone(-MAX_ID, MAX_ID).transform((id) => (id !== null && id > 0 ? id : null))

const AnyFlag = Scalar.transform((text) => (text === '' || text === '0' || text === 'off' || text === 'false' ? 0 : 1))

const LEVELS = [10, 20, 30, 40, 50]
const Level = intOrNone(-MAX_ID, MAX_ID)
  .refine((level) => level !== null && LEVELS.includes(level), `must be one of ${LEVELS.join(', ')}`)
  .transform((level) => level ?? 0)

const ContentType = intOrNone(-MAX_ID, MAX_ID)
  .refine((type) => type === 1 || type === 2, 'must be 1 (HTML) or 2 (Markdown)')
  .transform((type) => type ?? 1)

/** A JSON object, or its text; null and "" for none. What it must hold is checked by the server. */
const JsonInput = z.union([z.record(z.string(), z.unknown()), z.tuple([]), Text, z.null()], 'must be a JSON object')

/** Names of tags: a list, or one text `a|b`. */
const Tags = z.union([z.array(Words), Words.transform(splitTags)], 'must be a list of texts')

function splitTags(text: string): string[] {
  return text === '' ? [] : text.split('|')
}

/** A whole number from 0 on; nothing is 0. */
const Count = intOrNone(0, MAX_ID).transform((count) => count ?? 0)

/** A sum of money, as it is kept: with two decimals. */
const Money = Scalar.transform((text, ctx) => {
  const parts = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim() || '0')
  if (parts) return `${Number(parts[1])}.${(parts[2] ?? '').padEnd(2, '0')}`
  ctx.issues.push({ code: 'custom', message: 'must be a sum of money, like 12.50', input: text })
  return z.NEVER
})

const Currency = intOrNone(-MAX_ID, MAX_ID)
  .refine(
    (currency) => currency !== null && currency in CURRENCIES,
    `must be one of ${CURRENCIES.map((name, number) => `${number} (${name})`).join(', ')}`,
  )
  .transform((currency) => currency ?? 0)

const Color = Words.transform((text) => text.replace(/^#/, '')).refine(
  (text) => /^[0-9a-f]{6}$/i.test(text),
  'must be six hex digits',
)

/** What only some types have. */
const settings = {
  canbook: JsonInput,
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
  canread_target: JsonInput,
  canwrite_target: JsonInput,
  canread_target_base: Level,
  canwrite_target_base: Level,
  ordering: intOrNone(0, MAX_ID),
  color: Color,
}

/** What can be set when an entry is made and later. */
const attributes = {
  ...settings,
  title: Words,
  date: Words.meta({ description: 'YYYY-MM-DD or YYYYMMDD' }),
  body: Words,
  content_type: ContentType,
  category: IdOrNone,
  status: IdOrNone,
  custom_id: IdOrNone,
  rating: intOrNone(0, 5).transform((rating) => rating ?? 0),
  metadata: JsonInput,
  hide_main_text: AnyFlag,
  tags: Tags,
  canread: JsonInput,
  canwrite: JsonInput,
  canread_base: Level,
  canwrite_base: Level,
  canread_is_immutable: AnyFlag,
  canwrite_is_immutable: AnyFlag,
}

/** What can be changed; anything else is refused by its name. */
export const EntityAttributes = z
  .strictObject({
    ...attributes,
    bodyappend: Words.meta({ description: 'Added at the end of the body' }),
    metadatamerge: JsonInput.meta({ description: 'Values and new fields for extra_fields; the others stay' }),
    state: intOrNone(1, 3).refine((state) => state !== null, 'must be 1, 2 or 3'),
    action: z.literal('update'),
  })
  .partial()
export type EntityAttributes = z.output<typeof EntityAttributes>

/** What an entry can be made with. Other keys are ignored. */
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
  action: z.enum(['create', 'duplicate'], 'is not an action that makes an entry').optional(),
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

/** Actions without further keys. */
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

/** Actions of the API that this service does not have yet. */
const LATER_ACTIONS = ['timestamp', 'bloxberg', 'sign'] as const

const RequiredId = intOrNone(-MAX_ID, MAX_ID)
  .refine((id) => id !== null && id > 0, 'must be the id of one')
  .transform((id) => id ?? 0)

/** A change of attributes, or an action with what it needs. */
export const EntityPatch = z.discriminatedUnion(
  'action',
  [
    EntityAttributes,
    z.object({ action: z.literal(PLAIN_ACTIONS) }),
    z.object({ action: z.literal(['setcanread', 'setcanwrite']), can: JsonInput, can_base: Level }),
    z.object({ action: z.literal('updateowner'), userid: RequiredId, team: RequiredId }),
    z.looseObject({ action: z.literal('updatemetadatafield') }),
    z.looseObject({ action: z.literal(LATER_ACTIONS) }),
  ],
  'is not an action of entries',
)
export type EntityPatch = z.output<typeof EntityPatch>
