import { z } from 'zod'
import { LIST_ORDERS } from './entities-list.ts'

/**
 * Preferences as programs send them: numbers as text, switches as "on". What names no choice becomes the usual one, as
 * programs expect; only values that nothing sensible could stand for are refused.
 */
const Loose = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()], 'must be a single value')

const LANGUAGES = [
  ...['ca_ES', 'cs_CZ', 'de_DE', 'en_GB', 'en_US', 'es_ES', 'et_EE', 'fi_FI', 'fr_FR', 'id_ID', 'it_IT', 'ja_JP'],
  ...['ko_KR', 'nl_BE', 'nl_NL', 'pl_PL', 'pt_BR', 'pt_PT', 'ru_RU', 'sk_SK', 'sl_SI', 'uk_UA', 'uz_UZ', 'zh_CN'],
]

/** "off", 0, "0", false and nothing switch off, everything else on. */
const Switch = Loose.transform((value): 0 | 1 => (['off', '0', '', 'false', 'null'].includes(String(value)) ? 0 : 1))
  .meta({ type: 'integer', enum: [0, 1] })
  .optional()

function oneOf<const T extends string | number>(values: readonly T[], usual: T) {
  return Loose.transform((value): T => values.find((one) => String(one) === String(value)) ?? usual)
    .meta({ type: typeof usual === 'number' ? 'integer' : 'string', enum: [...values] })
    .optional()
}

const Scope = oneOf([1, 2, 3], 2)

const Shortcut = z
  .string('must be a letter')
  .regex(/^[a-zA-Z]/, 'must be a letter')
  .transform((text) => text.slice(0, 1))
  .meta({ type: 'string', description: 'One letter' })
  .optional()

const Color = z
  .union([z.string().regex(/^(#?[0-9a-fA-F]{6})?$/), z.null()], 'must be 6 hex digits')
  .transform((text) => (text ? text.replace('#', '').toLowerCase() : null))
  .meta({ type: 'string', description: '6 hex digits; "" for none' })
  .optional()

const Base = z
  .union([z.literal([10, 20, 30, 40, 50]), z.literal(['10', '20', '30', '40', '50'])], 'must be 10, 20, 30, 40 or 50')
  .transform((level) => Number(level) as 10 | 20 | 30 | 40 | 50)
  .meta({ type: 'integer', enum: [10, 20, 30, 40, 50] })
  .optional()

const PermissionText = z
  .string('must be JSON text')
  .max(100_000, 'is too long')
  .meta({ description: 'JSON text with the lists teams, teamgroups and users' })
  .optional()

export const PreferencesInput = z.object({
  limit_nb: Loose.transform((value) => {
    const limit = Number(value)
    return Number.isInteger(limit) && limit >= 0 && limit <= 9_999_999 ? limit : 15
  })
    .meta({ type: 'integer', minimum: 0, maximum: 9_999_999 })
    .optional(),
  lang: oneOf(LANGUAGES, 'en_GB'),
  display_mode: oneOf(['it', 'tb'], 'it'),
  orderby: oneOf(LIST_ORDERS, 'date'),
  sort: oneOf(['asc', 'desc'], 'desc'),
  sc_create: Shortcut,
  sc_edit: Shortcut,
  sc_favorite: Shortcut,
  sc_todo: Shortcut,
  sc_search: Shortcut,
  scope_experiments: Scope,
  scope_items: Scope,
  scope_experiments_templates: Scope,
  scope_items_types: Scope,
  scope_events: Scope,
  scope_teamgroups: Scope,
  use_isodate: Switch,
  use_markdown: Switch,
  cjk_fonts: Switch,
  pdf_sig: Switch,
  inc_files_pdf: Switch,
  append_pdfs: Switch,
  disable_shortcuts: Switch,
  uploads_layout: Switch,
  always_show_owned: Switch,
  show_weekends: Switch,
  scheduler_layout: Switch,
  notif_comment_created: Switch,
  notif_comment_created_email: Switch,
  notif_user_created: Switch,
  notif_user_created_email: Switch,
  notif_user_need_validation: Switch,
  notif_user_need_validation_email: Switch,
  notif_step_deadline: Switch,
  notif_step_deadline_email: Switch,
  notif_event_deleted: Switch,
  notif_event_deleted_email: Switch,
  pdf_format: oneOf(['A4', 'LETTER', 'ROYAL'], 'A4'),
  entrypoint: oneOf([0, 1, 2, 3], 0),
  theme_variant: oneOf([0, 1, 2, 3], 0),
  primary_bg: Color,
  primary_fg: Color,
  default_read: PermissionText,
  default_write: PermissionText,
  default_read_base: Base,
  default_write_base: Base,
})
export type PreferencesInput = z.output<typeof PreferencesInput>
