import { prepared } from '../../db/prepared.ts'
import type { Db, LabelRow, TeamRow } from '../../db/schema.ts'

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

const findTeam = prepared((db: Db, p: { id: number }) => db.selectFrom('teams').selectAll().where('id', '=', p.id))

/** By name or orgid; the oldest, where several have it. */
export function findNamed(db: Db, name: string): Promise<TeamRow | undefined> {
  return db
    .selectFrom('teams')
    .selectAll()
    .where((eb) => eb.or([eb('name', '=', name), eb('orgid', '=', name)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The team that a fresh instance starts with. */
export function findFirst(db: Db): Promise<TeamRow> {
  return db.selectFrom('teams').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
}

export function list(db: Db): Promise<TeamRow[]> {
  return db.selectFrom('teams').selectAll().orderBy('name').orderBy('id').execute()
}

export function listVisible(db: Db): Promise<Pick<TeamRow, 'id' | 'name'>[]> {
  return db.selectFrom('teams').select(['id', 'name']).where('visible', '=', 1).orderBy('name').orderBy('id').execute()
}

export function rename(db: Db, team: TeamRow, name: string): Promise<TeamRow> {
  return db
    .updateTable('teams')
    .set({ name, version: team.version + 1 })
    .where('id', '=', team.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function insertLabels(
  db: Db,
  labels: readonly { kind: number; team: number; title: string; color: string; ordering: number }[],
): Promise<LabelRow[]> {
  return db
    .insertInto('labels')
    .values(labels.map((label) => ({ ...label, state: 1, is_private: 1 })))
    .returningAll()
    .execute()
}
