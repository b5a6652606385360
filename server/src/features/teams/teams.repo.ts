import type { Db, TeamRow } from '../../db/schema.ts'

export function insert(db: Db, team: { name: string; created_at: string }): Promise<TeamRow> {
  return db
    .insertInto('teams')
    .values(team as never)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function find(db: Db, id: number): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertLabels(
  db: Db,
  labels: readonly { kind: number; team: number; title: string; color: string; ordering: number }[],
): Promise<void> {
  await db
    .insertInto('labels')
    .values(labels.map((label) => ({ ...label, state: 1, is_private: 1 })))
    .execute()
}
