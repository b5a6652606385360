import type { Preferences } from '@aliquot/contract/preferences'
import type { UserRow } from '../../db/schema.ts'

const NOBODY_LISTED = '{"teams": [], "teamgroups": [], "users": []}'

/** The default preferences. The column `preferences` stores only differences from them. */
export const DEFAULT_PREFERENCES: Readonly<Preferences> = {
  limit_nb: 15,
  lang: 'en_GB',
  display_mode: 'it',
  orderby: 'lastchange',
  sort: 'desc',
  sc_create: 'c',
  sc_edit: 'e',
  sc_favorite: 'f',
  sc_todo: 't',
  sc_search: 's',
  scope_experiments: 2,
  scope_items: 2,
  scope_experiments_templates: 2,
  scope_items_types: 2,
  scope_events: 3,
  scope_teamgroups: 3,
  use_isodate: 0,
  use_markdown: 0,
  cjk_fonts: 0,
  pdf_sig: 0,
  inc_files_pdf: 1,
  append_pdfs: 0,
  disable_shortcuts: 0,
  uploads_layout: 1,
  always_show_owned: 0,
  show_weekends: 0,
  scheduler_layout: 0,
  has_seen_tour: 0,
  notif_comment_created: 1,
  notif_comment_created_email: 1,
  notif_user_created: 1,
  notif_user_created_email: 1,
  notif_user_need_validation: 1,
  notif_user_need_validation_email: 1,
  notif_step_deadline: 1,
  notif_step_deadline_email: 1,
  notif_event_deleted: 1,
  notif_event_deleted_email: 1,
  pdf_format: 'A4',
  entrypoint: 0,
  theme_variant: 0,
  primary_bg: null,
  primary_fg: null,
  default_read: NOBODY_LISTED,
  default_write: NOBODY_LISTED,
  default_read_base: 30,
  default_write_base: 20,
}

/** The complete preferences of a person. */
export function preferencesOf(user: Pick<UserRow, 'preferences'>): Preferences {
  if (user.preferences === '{}') return DEFAULT_PREFERENCES
  return { ...DEFAULT_PREFERENCES, ...(JSON.parse(user.preferences) as Partial<Preferences>) }
}
