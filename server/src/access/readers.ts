import type { Db } from '../db/schema.ts'
import { listPrincipals, mayRead, principalsOf, type ReadAccess } from './principals.ts'

/**
 * Those of some people who may read an entry in one of their teams. People without a team may read nothing.
 * @param userids At most some hundred.
 */
export async function readersAmong(db: Db, access: ReadAccess, userids: readonly number[]): Promise<Set<number>> {
  if (userids.length === 0) return new Set()
  const stored = await listPrincipals(db, { userids: JSON.stringify(userids) })
  const people = stored.map(principalsOf)
  // Of the rules only those about the team of the entry depend on where one acts.
  const readers = people.filter((person) => person.teams.size > 0 && mayRead(person, access.team, access))
  return new Set(readers.map(({ userid }) => userid))
}
