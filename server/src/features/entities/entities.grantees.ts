import type { Db } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { type Grantees, NO_GRANTEES, readGrantees } from './entities.permissions.ts'

const PERMISSIONS = [
  ...(['canread', 'canwrite', 'canbook', 'canread_target', 'canwrite_target'] as const),
  ...(['default_read', 'default_write'] as const),
]
const NORMAL = 1

type Lists = Partial<Record<(typeof PERMISSIONS)[number], string>>

/**
 * Refuses ids that nobody has: whoever gets one of them later would find entries open that were meant for somebody else.
 * Those that are there already may stay.
 */
export async function requireGrantees(db: Db, before: Lists, after: Lists): Promise<void> {
  for (const name of PERMISSIONS) {
    const text = after[name]
    if (text === undefined || text === before[name]) continue
    await requireKnown(db, name, readGrantees(text), before[name] ? readGrantees(before[name]) : NO_GRANTEES)
  }
}

async function requireKnown(db: Db, field: string, after: Grantees, before: Grantees): Promise<void> {
  for (const { list, find, refusal } of KINDS) {
    const added = after[list].filter((id) => !before[list].includes(id))
    if (added.length === 0) continue
    const found = new Set((await find(db, added)).map(({ id }) => id))
    const missing = added.find((id) => !found.has(id))
    if (missing !== undefined) throw refusal(field, missing)
  }
}

const findTeams = (db: Db, ids: number[]) =>
  db.selectFrom('teams').select('id').where('id', 'in', ids).where('state', '=', NORMAL).execute()

const findTeamgroups = (db: Db, ids: number[]) =>
  db.selectFrom('teamgroups').select('id').where('id', 'in', ids).execute()

const findUsers = (db: Db, ids: number[]) =>
  db.selectFrom('users').select('userid as id').where('userid', 'in', ids).where('state', '=', NORMAL).execute()

const KINDS = [
  {
    list: 'teams',
    find: findTeams,
    refusal: (field: string, id: number) => new Unprocessable(`${field}: there is no team ${id}`),
  },
  {
    list: 'teamgroups',
    find: findTeamgroups,
    refusal: (field: string, id: number) => new Unprocessable(`${field}: there is no team group ${id}`),
  },
  {
    list: 'users',
    find: findUsers,
    refusal: (field: string, id: number) => new Unprocessable(`${field}: there is no user ${id}`),
  },
] as const
