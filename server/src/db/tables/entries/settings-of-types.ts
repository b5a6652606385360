import { table } from '../table.ts'

/** The settings of resources, and who may book them. Without a row the defaults apply. */
export interface ResourceSettingsTable {
  entity_id: number
  /**
   * JSON text like canread; the same lists are rows of entity_grants. Templates of resources have these two as well.
   */
  canbook: string
  canbook_base: number
  is_bookable: number
  available: number
  /** 0 means no limit, also in the other numbers. */
  book_max_minutes: number
  book_max_slots: number
  book_can_overlap: number
  book_is_cancellable: number
  book_cancel_minutes: number
  book_users_can_in_past: number
  booking_window_days: number
  /** Amounts of money are text with two decimals. */
  booking_hourly_rate_notax: string
  booking_hourly_rate_tax: string
  booking_hourly_rate_currency: number
  is_procurable: number
  proc_pack_qty: number
  proc_price_notax: string
  proc_price_tax: string
  proc_currency: number
}

export const resourceSettingsTable = table<ResourceSettingsTable>()({
  name: 'resource_settings',
  key: ['entity_id'],
  backup: 'kept',
  proof: { by: 'entry' },
})

/**
 * The settings of templates: the permissions of entries made from them, their position and colour. Without a row the
 * defaults apply.
 */
export interface TemplateSettingsTable {
  entity_id: number
  canread_target: string
  canwrite_target: string
  canread_target_base: number
  canwrite_target_base: number
  ordering: number | null
  color: string | null
}

export const templateSettingsTable = table<TemplateSettingsTable>()({
  name: 'template_settings',
  key: ['entity_id'],
  backup: 'kept',
  proof: { by: 'entry' },
})
