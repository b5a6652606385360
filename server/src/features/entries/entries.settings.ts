import type { EntityAttributes } from '@aliquot/contract/entity-input'
import { EntitySettings } from '@aliquot/contract/entity-settings'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow, ResourceSettingsRow, TemplateSettingsRow } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { NOBODY, readPermissions } from './entries.permissions.ts'
import type { EntityKind } from './entries.types.ts'

/** The extra settings of resources and templates. Experiments have none. */
export type Settings = Omit<ResourceSettingsRow & TemplateSettingsRow, 'entity_id'>
export type SettingName = keyof Settings

/** An entry with the settings of its type. */
export type Entry = EntityRow & Partial<Settings>

const RESOURCE_DEFAULTS: Omit<ResourceSettingsRow, 'entity_id'> = {
  canbook: NOBODY,
  canbook_base: 30,
  is_bookable: 0,
  available: 1,
  book_max_minutes: 0,
  book_max_slots: 0,
  book_can_overlap: 1,
  book_is_cancellable: 1,
  book_cancel_minutes: 0,
  book_users_can_in_past: 0,
  booking_window_days: 0,
  booking_hourly_rate_notax: '0.00',
  booking_hourly_rate_tax: '0.00',
  booking_hourly_rate_currency: 0,
  is_procurable: 0,
  proc_pack_qty: 0,
  proc_price_notax: '0.00',
  proc_price_tax: '0.00',
  proc_currency: 0,
}

const TEMPLATE_DEFAULTS: Omit<TemplateSettingsRow, 'entity_id'> = {
  canread_target: NOBODY,
  canwrite_target: NOBODY,
  canread_target_base: 30,
  canwrite_target_base: 20,
  ordering: null,
  color: null,
}

/** The settings of an entry without a settings row. */
export const DEFAULTS: Readonly<Settings> = { ...RESOURCE_DEFAULTS, ...TEMPLATE_DEFAULTS }

const SETTING_NAMES = Object.keys(DEFAULTS) as SettingName[]
const RESOURCE_NAMES = Object.keys(RESOURCE_DEFAULTS) as (keyof typeof RESOURCE_DEFAULTS)[]
const TEMPLATE_NAMES = Object.keys(TEMPLATE_DEFAULTS) as (keyof typeof TEMPLATE_DEFAULTS)[]
const OF_TEMPLATES = TEMPLATE_NAMES.filter((name) => name !== 'color')

/** The settings of each type, by type number. */
const NAMES: Readonly<Record<number, readonly SettingName[]>> = {
  2: RESOURCE_NAMES,
  3: OF_TEMPLATES,
  4: [...TEMPLATE_NAMES, 'canbook', 'canbook_base'],
}

export function hasSettings(type: number): boolean {
  return type in NAMES
}

export function settingNamesOf(type: number): readonly SettingName[] {
  return NAMES[type] ?? []
}

/** Splits values into entry columns and settings. */
export function splitSettings<T extends Partial<Settings>>(values: T): [Omit<T, SettingName>, Partial<Settings>] {
  const columns: Record<string, unknown> = {}
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) (name in DEFAULTS ? settings : columns)[name] = value
  return [columns as Omit<T, SettingName>, settings]
}

/** All settings of the entry's type. */
export async function readSettings(db: Db, { id, type }: { id: number; type: number }): Promise<Partial<Settings>> {
  if (!hasSettings(type)) return {}
  const [row] = await findSettings(db, { id })
  return settingsOf(type, row ?? {})
}

/** The settings in a joined row; null, from a missing row, means the default. */
export function settingsOf(type: number, row: Readonly<Record<string, unknown>>): Partial<Settings> {
  return Object.fromEntries(settingNamesOf(type).map((name) => [name, row[name] ?? DEFAULTS[name]]))
}

/** The settings that differ from the defaults, sorted by name, as a seal covers them. */
export function chosenSettings(values: Partial<Settings>): [string, unknown][] {
  return (Object.keys(values) as SettingName[])
    .filter((name) => name in DEFAULTS && values[name] !== DEFAULTS[name])
    .sort()
    .map((name) => [name, values[name]])
}

/** Stores all settings of an entry. If all are defaults, there is no row. */
export async function storeSettings(db: Db, id: number, settings: Partial<Settings>): Promise<void> {
  const resource = { ...RESOURCE_DEFAULTS, ...pick(settings, RESOURCE_NAMES) }
  await db.deleteFrom('resource_settings').where('entity_id', '=', id).execute()
  if (isChosen(resource))
    await db
      .insertInto('resource_settings')
      .values({ entity_id: id, ...resource })
      .execute()
  const template = { ...TEMPLATE_DEFAULTS, ...pick(settings, TEMPLATE_NAMES) }
  await db.deleteFrom('template_settings').where('entity_id', '=', id).execute()
  if (isChosen(template))
    await db
      .insertInto('template_settings')
      .values({ entity_id: id, ...template })
      .execute()
}

function isChosen(settings: Partial<Settings>): boolean {
  return chosenSettings(settings).length > 0
}

function pick<K extends SettingName>(settings: Partial<Settings>, names: readonly K[]): Partial<Pick<Settings, K>> {
  const picked: Partial<Pick<Settings, K>> = {}
  for (const name of names) if (settings[name] !== undefined) picked[name] = settings[name]
  return picked
}

const findSettings = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('entities as e')
    .leftJoin('resource_settings as r', 'r.entity_id', 'e.id')
    .leftJoin('template_settings as o', 'o.entity_id', 'e.id')
    .select(RESOURCE_COLUMNS)
    .select(TEMPLATE_COLUMNS)
    .where('e.id', '=', p.id),
)

/** The settings of a type in the order of the contract, for tables joined as `r` and `o`. */
export function settingFields(type: number): Record<string, RawBuilder<unknown>> {
  const own = new Set<string>(settingNamesOf(type))
  const names = Object.keys(EntitySettings.shape).filter((name) => own.has(name)) as SettingName[]
  return Object.fromEntries(
    names.map((name) => {
      const column = sql.ref(`${name in TEMPLATE_DEFAULTS ? 'o' : 'r'}.${name}`)
      return [name, DEFAULTS[name] === null ? column : sql`coalesce(${column}, ${sql.lit(DEFAULTS[name])})`]
    }),
  )
}

/** For tables joined as `r` and `o`. */
export const RESOURCE_COLUMNS = RESOURCE_NAMES.map((name) => `r.${name}` as const)
export const TEMPLATE_COLUMNS = TEMPLATE_NAMES.map((name) => `o.${name}` as const)

const PERMISSIONS = ['canbook', 'canread_target', 'canwrite_target'] as const
const PERMISSION_NAMES: ReadonlySet<string> = new Set(PERMISSIONS.flatMap((name) => [name, `${name}_base`]))

type Sent = Pick<EntityAttributes, SettingName>

/** Refuses settings that entries of this type do not have. */
export function requireOwnSettings(kind: EntityKind, sent: Sent): void {
  const own = settingNamesOf(kind.number)
  const foreign = SETTING_NAMES.find((name) => sent[name] !== undefined && !own.includes(name))
  if (foreign) throw new InvalidInput('entry.foreign_attribute', { field: foreign, type: kind.type })
}

/** The sent settings that entries of this type have. */
export function readOwnSettings(kind: EntityKind, sent: Sent, options: { complete: boolean }): Partial<Settings> {
  const own = new Set<string>(settingNamesOf(kind.number))
  if (own.size === 0) return {}
  const names = PERMISSIONS.filter((name) => own.has(name))
  const values: Record<string, unknown> = readPermissions(sent, names, options)
  for (const name of own) {
    if (!PERMISSION_NAMES.has(name) && sent[name as SettingName] !== undefined) values[name] = sent[name as SettingName]
  }
  return values
}
