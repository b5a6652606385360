import { z } from 'zod'
import { Flag } from './common.ts'
import { LIST_ORDERS } from './entities-list.ts'
import { says } from './refusals/schema.ts'

/**
 * Preferences in any form that programs send: numbers as text, switches as "on". Unknown choices become the default, as
 * programs expect; only values that make no sense are refused.
 */
const Loose = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()], says('field.not_single'))

const LANGUAGES = [
  ...['ca_ES', 'cs_CZ', 'de_DE', 'en_GB', 'en_US', 'es_ES', 'et_EE', 'fi_FI', 'fr_FR', 'id_ID', 'it_IT', 'ja_JP'],
  ...['ko_KR', 'nl_BE', 'nl_NL', 'pl_PL', 'pt_BR', 'pt_PT', 'ru_RU', 'sk_SK', 'sl_SI', 'uk_UA', 'uz_UZ', 'zh_CN'],
]

/** "off", 0, "0", false and empty switch off, everything else on. */
const Switch = Loose.transform((value): 0 | 1 => (['off', '0', '', 'false', 'null'].includes(String(value)) ? 0 : 1))
  .meta({ type: 'integer', enum: [0, 1] })
  .optional()

function oneOf<const T extends string | number>(values: readonly T[], usual: T) {
  return Loose.transform((value): T => values.find((one) => String(one) === String(value)) ?? usual)
    .meta({ type: typeof usual === 'number' ? 'integer' : 'string', enum: [...values] })
    .optional()
}

/** A preference: its answered form, and the accepted input. */
interface Preference {
  reply: z.ZodType
  input: z.ZodType
}

const scope = {
  reply: z.literal([1, 2, 3]).meta({ description: '1 self, 2 team, 3 everything' }),
  input: oneOf([1, 2, 3], 2),
} satisfies Preference

const flag = { reply: Flag, input: Switch } satisfies Preference

const shortcut = {
  reply: z.string().meta({ description: 'One letter' }),
  input: z
    .string(says('field.not_letter'))
    .regex(/^[a-zA-Z]/, says('field.not_letter'))
    .transform((text) => text.slice(0, 1))
    .meta({ type: 'string', description: 'One letter' })
    .optional(),
} satisfies Preference

const color = {
  reply: z.string().nullable().meta({ description: '6 hex digits' }),
  input: z
    .union([z.string().regex(/^(#?[0-9a-fA-F]{6})?$/), z.null()], says('field.not_color'))
    .transform((text) => (text ? text.replace('#', '').toLowerCase() : null))
    .meta({ type: 'string', description: '6 hex digits; "" for none' })
    .optional(),
} satisfies Preference

/** A base level of a permission. */
const base = {
  reply: z.literal([10, 20, 30, 40, 50]),
  input: z
    .union(
      [z.literal([10, 20, 30, 40, 50]), z.literal(['10', '20', '30', '40', '50'])],
      says('field.either', { choices: [10, 20, 30, 40, 50] }),
    )
    .transform((level) => Number(level) as 10 | 20 | 30 | 40 | 50)
    .meta({ type: 'integer', enum: [10, 20, 30, 40, 50] })
    .optional(),
} satisfies Preference

const permission = {
  reply: z.string().meta({ description: 'JSON text with the lists teams, teamgroups and users' }),
  input: z
    .string(says('field.not_json_text'))
    .max(100_000, says('field.overlong'))
    .meta({ description: 'JSON text with the lists teams, teamgroups and users' })
    .optional(),
} satisfies Preference

const limit = {
  reply: z.int(),
  input: Loose.transform((value) => {
    const limit = Number(value)
    return Number.isInteger(limit) && limit >= 0 && limit <= 9_999_999 ? limit : 15
  })
    .meta({ type: 'integer', minimum: 0, maximum: 9_999_999 })
    .optional(),
} satisfies Preference

/** When e-mails of a kind are sent, if they are at all. */
const when = {
  reply: z.literal(['now', 'daily', 'weekly']),
  input: oneOf(['now', 'daily', 'weekly'], 'now'),
} satisfies Preference

/** The personal preferences. */
const preferences = {
  limit_nb: limit,
  lang: { reply: z.string(), input: oneOf(LANGUAGES, 'en_GB') },
  display_mode: { reply: z.string(), input: oneOf(['it', 'tb'], 'it') },
  orderby: { reply: z.string(), input: oneOf(LIST_ORDERS, 'date') },
  sort: { reply: z.string(), input: oneOf(['asc', 'desc'], 'desc') },
  sc_create: shortcut,
  sc_edit: shortcut,
  sc_favorite: shortcut,
  sc_todo: shortcut,
  sc_search: shortcut,
  scope_experiments: scope,
  scope_items: scope,
  scope_experiments_templates: scope,
  scope_items_types: scope,
  scope_events: scope,
  scope_teamgroups: scope,
  use_isodate: flag,
  use_markdown: flag,
  cjk_fonts: flag,
  pdf_sig: flag,
  inc_files_pdf: flag,
  append_pdfs: flag,
  disable_shortcuts: flag,
  uploads_layout: flag,
  always_show_owned: flag,
  show_weekends: flag,
  scheduler_layout: flag,
  has_seen_tour: flag,
  notif_comment_created: flag,
  notif_comment_created_email: flag,
  notif_comment_created_email_when: when,
  notif_user_created: flag,
  notif_user_created_email: flag,
  notif_user_created_email_when: when,
  notif_user_need_validation: flag,
  notif_user_need_validation_email: flag,
  notif_user_need_validation_email_when: when,
  notif_step_deadline: flag,
  notif_step_deadline_email: flag,
  notif_step_deadline_email_when: when,
  notif_event_deleted: flag,
  notif_event_deleted_email: flag,
  notif_request_created: flag,
  notif_request_created_email: flag,
  notif_request_created_email_when: when,
  notif_mention: flag,
  notif_mention_email: flag,
  notif_mention_email_when: when,
  notif_followed: flag,
  notif_followed_email: flag,
  notif_followed_email_when: when,
  notif_trouble: flag,
  notif_trouble_email: flag,
  notif_trouble_email_when: when,
  pdf_format: { reply: z.string(), input: oneOf(['A4', 'LETTER', 'ROYAL'], 'A4') },
  entrypoint: { reply: z.int(), input: oneOf([0, 1, 2, 3], 0) },
  theme_variant: { reply: z.int(), input: oneOf([0, 1, 2, 3], 0) },
  primary_bg: color,
  primary_fg: color,
  default_read: permission,
  default_write: permission,
  default_read_base: base,
  default_write_base: base,
} satisfies Record<string, Preference>

function partOf<T extends Record<string, Preference>, Part extends keyof Preference>(all: T, part: Part) {
  const entries = Object.entries(all).map(([name, preference]) => [name, preference[part]])
  return Object.fromEntries(entries) as { [Name in keyof T]: T[Name][Part] }
}

export const Preferences = z.object(partOf(preferences, 'reply'))
export type Preferences = z.infer<typeof Preferences>

export const PreferencesInput = z.object(partOf(preferences, 'input'))
export type PreferencesInput = z.output<typeof PreferencesInput>
