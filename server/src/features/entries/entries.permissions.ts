import { GRANT_KIND } from '../../access/visibility.ts'
import type { EntityGrantRow, EntityRow } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { formatJson } from '../../lib/json-text.ts'
import { type JsonInput, readJsonObject } from './entries.metadata.ts'

/** The lists of a permission, without its base level. */
export interface Grantees {
  teams: number[]
  teamgroups: number[]
  users: number[]
}

const LISTS = ['teams', 'teamgroups', 'users'] as const
const LEVELS = [10, 20, 30, 40, 50]
const MOST_GRANTEES = 1000
const MOST_ID = 2_147_483_647

export interface Permission {
  /** The stored and returned form. */
  text: string
  /** The base level, which older programs put into the lists. */
  base?: number
}

/**
 * Parses canread or canwrite. A change must name all three lists, so that a misspelt one does not silently revoke
 * access; a new entry may omit them.
 */
export function readPermission(field: string, value: JsonInput, { complete }: { complete: boolean }): Permission {
  if (value === NOBODY) return { text: NOBODY }
  const given = readJsonObject(field, value) ?? {}
  const lists: Grantees = { teams: [], teamgroups: [], users: [] }
  for (const name of LISTS) {
    const list = given[name]
    if (list === undefined && !complete) continue
    if (!Array.isArray(list)) throw new InvalidInput('permission.not_lists', { field })
    if (list.length > MOST_GRANTEES)
      throw new InvalidInput('permission.too_many', { field, list: name, most: MOST_GRANTEES })
    if (!list.every(isId)) throw new InvalidInput('permission.not_ids', { field, list: name })
    lists[name] = [...new Set(list)]
  }
  const { base } = given
  if (base === undefined || base === null) return { text: formatGrantees(lists) }
  if (!LEVELS.some((level) => level === base))
    throw new InvalidInput('permission.wrong_base', { field, choices: LEVELS })
  return { text: formatGrantees(lists), base: base as number }
}

type PermissionName = 'canread' | 'canwrite' | 'canbook' | 'canread_target' | 'canwrite_target'

/** The permissions that were sent, with their base levels. A separate level takes precedence over the legacy one. */
export function readPermissions<N extends PermissionName>(
  sent: Partial<Record<N, JsonInput> & Record<`${N}_base`, number>>,
  names: readonly N[],
  options: { complete: boolean },
): Partial<Record<N, string> & Record<`${N}_base`, number>> {
  const read: Partial<Record<string, string | number>> = {}
  for (const name of names) {
    const value: JsonInput | undefined = sent[name]
    const permission = value === undefined ? undefined : readPermission(name, value, options)
    const base = sent[`${name}_base` as const] ?? permission?.base
    if (permission) read[name] = permission.text
    if (base !== undefined) read[`${name}_base`] = base
  }
  return read as Partial<Record<N, string> & Record<`${N}_base`, number>>
}

/** JSON text with the lists in a fixed order. */
export function formatGrantees({ teams, teamgroups, users }: Grantees): string {
  return formatJson({ teams, teamgroups, users })
}

/** The lists of most entries. */
export const NOBODY = formatGrantees({ teams: [], teamgroups: [], users: [] })

/** The columns of an entry that its grants repeat. */
export type ListedColumns = Pick<EntityRow, 'type' | 'team' | 'userid' | 'state' | 'canread_base'>

export function listedColumns({ type, team, userid, state, canread_base }: ListedColumns): ListedColumns {
  return { type, team, userid, state, canread_base }
}

/** The lists of a permission of an entry as rows. `access` is its number. */
export function grantRows(entry: ListedColumns & { id: number }, access: number, text: string): EntityGrantRow[] {
  if (text === NOBODY) return []
  const listed = listedColumns(entry)
  return grantsIn(text).map(({ kind, grantee }) => ({ entity_id: entry.id, access, kind, grantee, ...listed }))
}

/** The same lists, one name each. Parses the output of `formatGrantees`. */
function grantsIn(text: string): { kind: number; grantee: number }[] {
  const lists: Grantees = JSON.parse(text)
  return LISTS.flatMap((name) => lists[name].map((grantee) => ({ kind: GRANT_KIND[name], grantee })))
}

const BASE_NAMES: Readonly<Record<number, string>> = {
  50: 'Public',
  40: 'Organization',
  30: 'Team',
  20: 'Owner and admins',
  10: 'Owner only',
}

/** The display name of a base level. */
export function baseName(base: number): string {
  return BASE_NAMES[base] ?? ''
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_ID
}
