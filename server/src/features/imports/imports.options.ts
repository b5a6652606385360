import type { EntityType } from '@aliquot/contract/common'
import type { TableChoices } from '@aliquot/contract/import-tables'
import type { DUPLICATES } from '@aliquot/contract/imports'
import type { Db } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { configIn } from '../../instance-config/current.ts'
import { baseName } from '../entries/entries.permissions.ts'

/** What was asked for, as the row of an import keeps it. */
export interface ImportOptions {
  /** What all entries become; null: what they were. */
  entity_type: EntityType | null
  category: number | null
  /** Of a table: what each row is made from. */
  template: number | null
  /** Null: what the source says, or the usual one. */
  canread_base: number | null
  canwrite_base: number | null
  duplicates: (typeof DUPLICATES)[number]
  /** The owner was named, so no author gets in between. */
  has_owner: boolean
  /** How a table is to be read; null: all is guessed. */
  table: TableChoices | null
  /** A table came by the API of eLabFTW, which has rules of its own. */
  is_reference: boolean
}

export function readOptions({ options }: { options: string }): ImportOptions {
  return { template: null, table: null, is_reference: false, ...JSON.parse(options) } as ImportOptions
}

/** Refuses levels that were asked for and that the instance does not allow. Others would be wider, or of no use. */
export async function requireLevels(db: Db, options: ImportOptions): Promise<void> {
  const { allowedLevels } = await configIn(db)
  for (const field of ['canread_base', 'canwrite_base'] as const) {
    const level = options[field]
    if (level === null || allowedLevels.has(level)) continue
    throw new Unprocessable('permission.level_off', { field, level, name: baseName(level) })
  }
}
