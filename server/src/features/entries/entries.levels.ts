import { requireKnownGrantees } from '../../access/grantees.ts'
import type { Db } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { configIn } from '../../instance-config/current.ts'
import type { EntitySet } from './entries.change.ts'
import { baseName } from './entries.permissions.ts'
import { type Entry, readSettings } from './entries.settings.ts'

const PERMISSIONS = ['canread', 'canwrite', 'canbook', 'canread_target', 'canwrite_target'] as const
const BASES = [
  ...(['canread_base', 'canwrite_base', 'canbook_base'] as const),
  ...(['canread_target_base', 'canwrite_target_base'] as const),
]

/** Refuses base levels that the instance does not allow. An entry may keep the level it has. */
export async function requireAllowedLevels(db: Db, entry: Entry, set: EntitySet): Promise<void> {
  const given = BASES.filter((name) => set[name] !== undefined)
  if (given.length === 0) return
  const before: Partial<Entry> = { ...entry, ...(await readSettings(db, entry)) }
  const { allowedLevels } = await configIn(db)
  for (const name of given) {
    const level = set[name] ?? 0
    if (level === before[name] || allowedLevels.has(level)) continue
    throw new Unprocessable('permission.level_off', { field: name, level, name: baseName(level) })
  }
}

/** Refuses permissions that newly name people, groups or teams that do not exist. */
export async function requireGrantees(db: Db, entry: Entry | undefined, set: EntitySet): Promise<void> {
  const given = PERMISSIONS.filter((name) => set[name] !== undefined)
  if (given.length === 0) return
  const isSetting = given.some((name) => name !== 'canread' && name !== 'canwrite')
  const before: Partial<Entry> = { ...entry, ...(entry && isSetting && (await readSettings(db, entry))) }
  for (const name of given) await requireKnownGrantees(db, name, set[name] ?? '{}', before[name])
}
