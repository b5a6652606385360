import { sql } from 'kysely'
import { engineOf, inNumbers } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'

type Lists = Record<'users' | 'teamgroups' | 'teams', number[]>

const KINDS = [
  { name: 'users', known: knownUsers },
  { name: 'teamgroups', known: knownGroups },
  { name: 'teams', known: knownTeams },
] as const

/**
 * Refuses a permission that names an unknown person, team or group. Ids that are already stored may stay: a program
 * that sends back what it read must not fail because somebody left since.
 */
export async function requireKnownGrantees(db: Db, field: string, sent: string, stored = '{}'): Promise<void> {
  if (sent === stored) return
  const [wanted, before]: Partial<Lists>[] = [JSON.parse(sent), JSON.parse(stored)]
  for (const { name, known } of KINDS) {
    const added = new Set(wanted?.[name]).difference(new Set(before?.[name]))
    if (added.size === 0) continue
    const found = new Set(await known(db, JSON.stringify([...added])))
    const [missing] = added.difference(found)
    if (missing !== undefined) throw new Unprocessable('permission.unknown_id', { field, list: name, id: missing })
  }
}

/** Includes archived accounts, because they may come back. */
async function knownUsers(db: Db, ids: string): Promise<number[]> {
  const query = db.selectFrom('users').select('userid').where('state', '=', 1)
  const rows = await query.where(inNumbers(engineOf(db), sql.ref('userid'), ids)).execute()
  return rows.map(({ userid }) => userid)
}

async function knownGroups(db: Db, ids: string): Promise<number[]> {
  const rows = await db
    .selectFrom('teamgroups')
    .select('id')
    .where(inNumbers(engineOf(db), sql.ref('id'), ids))
    .execute()
  return rows.map(({ id }) => id)
}

async function knownTeams(db: Db, ids: string): Promise<number[]> {
  const query = db.selectFrom('teams').select('id').where('state', '=', 1)
  const rows = await query.where(inNumbers(engineOf(db), sql.ref('id'), ids)).execute()
  return rows.map(({ id }) => id)
}
