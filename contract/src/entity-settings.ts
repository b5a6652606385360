import { z } from 'zod'
import { Flag } from './common.ts'

/** Settings that only resources or only templates have. */

/** The index is the number on the wire. */
export const CURRENCIES = ['CAD', 'CHF', 'CNY', 'DKK', 'EUR', 'GBP', 'JPY', 'USD', 'SEK', 'NOK'] as const

const JsonText = z.string().meta({ description: 'JSON text' })
const Level = z.int().meta({ description: '50 everyone, 40 organization, 30 team, 20 owner and admins, 10 owner' })
const Money = z.string().meta({ description: 'A sum with two decimals', examples: ['12.50'] })
const Currency = z.int().meta({ description: CURRENCIES.map((name, number) => `${number} ${name}`).join(', ') })
const NoLimit = z.int().meta({ description: '0: no limit' })

/** For resources and their templates. */
export const BookingPermission = z.object({
  canbook: JsonText.meta({ description: 'JSON text: who may book besides the base level' }),
  canbook_base: Level,
})

/** For resources. */
export const ResourceSettings = z.object({
  is_bookable: Flag,
  available: Flag,
  book_max_minutes: NoLimit,
  book_max_slots: NoLimit,
  book_can_overlap: Flag,
  book_is_cancellable: Flag,
  book_cancel_minutes: z.int(),
  book_users_can_in_past: Flag,
  booking_window_days: NoLimit,
  booking_hourly_rate_notax: Money,
  booking_hourly_rate_tax: Money,
  booking_hourly_rate_currency: Currency,
  is_procurable: Flag,
  proc_pack_qty: z.int(),
  proc_price_notax: Money,
  proc_price_tax: Money,
  proc_currency: Currency,
})

/** For templates. */
export const TemplateSettings = z.object({
  canread_target: JsonText.meta({ description: 'JSON text: who may read what is made from the template' }),
  canwrite_target: JsonText.meta({ description: 'JSON text: who may write what is made from the template' }),
  canread_target_base: Level,
  canwrite_target_base: Level,
  ordering: z.int().nullable().meta({ description: 'Place among the templates' }),
})

/** For templates of resources. */
export const ResourceTemplateSettings = z.object({
  color: z.string().nullable().meta({ description: 'Six hex digits' }),
})

/** All settings. A record has those of its type. */
export const EntitySettings = z
  .object({
    ...BookingPermission.shape,
    ...ResourceSettings.shape,
    ...TemplateSettings.shape,
    ...ResourceTemplateSettings.shape,
  })
  .partial()
export type EntitySettings = z.infer<typeof EntitySettings>
