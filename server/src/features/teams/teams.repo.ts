import { sql } from 'kysely'
import { inNumbers, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, TeamRow } from '../../db/schema.ts'

export function insert(db: Db, team: { name: string; created_at: string }): Promise<TeamRow> {
  return db
    .insertInto('teams')
    .values(team as never)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function find(db: Db, id: number): Promise<TeamRow | undefined> {
  const [team] = await findTeam(db, { id })
  return team
}

const findTeam = prepared((db: Db, p: { id: number }) => presentTeams(db).where('id', '=', p.id))

/** The team, locked until the end of the transaction, so that nothing is added to it. */
export async function hold(db: Db, id: number): Promise<TeamRow | undefined> {
  const [team] = await holdTeam(db, { id })
  return team
}

const holdTeam = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, presentTeams(db).where('id', '=', p.id)),
)

/** All teams that are not deleted. */
function presentTeams(db: Db) {
  return db.selectFrom('teams').selectAll().where('state', '=', sql.lit(PRESENT))
}

const PRESENT = 1

/** By name or orgid; the oldest if there are several. */
export function findNamed(db: Db, name: string): Promise<TeamRow | undefined> {
  return presentTeams(db)
    .where((eb) => eb.or([eb('name', '=', name), eb('orgid', '=', name)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The first team of the instance. */
export function findFirst(db: Db): Promise<TeamRow> {
  return presentTeams(db).orderBy('id').limit(1).executeTakeFirstOrThrow()
}

export function list(db: Db): Promise<TeamRow[]> {
  return presentTeams(db).orderBy('name').orderBy('id').execute()
}

export function listVisible(db: Db): Promise<Pick<TeamRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('visible', '=', 1)
    .where('state', '=', PRESENT)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export function update(db: Db, team: TeamRow, columns: Partial<TeamRow>): Promise<TeamRow> {
  return db
    .updateTable('teams')
    .set({ ...columns, version: team.version + 1 })
    .where('id', '=', team.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Those of these people who are active in a team. */
export const listActiveAmong = prepared((db: Db, p: { team: number; userids: string }, engine) =>
  db
    .selectFrom('memberships')
    .select('userid')
    .where('team', '=', p.team)
    .where('is_archived', '=', sql.lit(0))
    .where((eb) => inNumbers(engine, eb.ref('userid'), p.userids))
    .orderBy('userid'),
)

/** What prevents the deletion of a team, if anything. */
export async function findOccupant(db: Db, id: number): Promise<'member' | 'entry' | undefined> {
  const member = await db.selectFrom('memberships').select('userid').where('team', '=', id).limit(1).executeTakeFirst()
  if (member) return 'member'
  const entry = await db
    .selectFrom('entities')
    .select('id')
    .where('type', 'in', [1, 2])
    .where('team', '=', id)
    .where('state', 'in', [1, 2])
    .limit(1)
    .executeTakeFirst()
  return entry && 'entry'
}
