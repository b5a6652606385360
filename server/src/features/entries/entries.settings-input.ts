import type { EntityAttributes } from '@aliquot/contract/entity-input'
import { InvalidInput } from '../../errors.ts'
import { readPermissions } from './entries.permissions.ts'
import { DEFAULTS, type SettingName, type Settings, settingNamesOf } from './entries.settings.ts'
import type { EntityKind } from './entries.types.ts'

const PERMISSIONS = ['canbook', 'canread_target', 'canwrite_target'] as const
const PERMISSION_NAMES: ReadonlySet<string> = new Set(PERMISSIONS.flatMap((name) => [name, `${name}_base`]))

type Sent = Pick<EntityAttributes, SettingName>

/** Refuses settings that entries of this type do not have. */
export function requireOwnSettings(kind: EntityKind, sent: Sent): void {
  const own = settingNamesOf(kind.number)
  const foreign = (Object.keys(DEFAULTS) as SettingName[]).find(
    (name) => sent[name] !== undefined && !own.includes(name),
  )
  if (foreign) throw new InvalidInput(`${foreign}: is not an attribute of ${kind.type}`)
}

/** The settings that were sent, of those that entries of this type have. */
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
