import { GRANT_KIND } from '../../access/visibility.ts'
import { formatJson } from '../../lib/json-text.ts'

/** The lists of a permission beside its base level. */
export interface Grantees {
  teams: number[]
  teamgroups: number[]
  users: number[]
}

export const NOBODY: Grantees = { teams: [], teamgroups: [], users: [] }

/** As it is stored and returned: JSON text with the lists in this order. */
export function formatGrantees({ teams, teamgroups, users }: Grantees): string {
  return formatJson({ teams, teamgroups, users })
}

/** The same lists as rows. Reads what `formatGrantees` wrote. */
export function grantsIn(text: string): { kind: number; grantee: number }[] {
  const lists: Grantees = JSON.parse(text)
  return (['teams', 'teamgroups', 'users'] as const).flatMap((name) =>
    [...new Set(lists[name])].map((grantee) => ({ kind: GRANT_KIND[name], grantee })),
  )
}

const BASE_NAMES: Readonly<Record<number, string>> = {
  50: 'Public',
  40: 'Organization',
  30: 'Team',
  20: 'Owner and admins',
  10: 'Only owner',
}

/** The label of a base level for people. */
export function baseName(base: number): string {
  return BASE_NAMES[base] ?? ''
}
