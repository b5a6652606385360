import { sql } from 'kysely'
import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, ViewRow } from '../../db/schema.ts'

interface Reader {
  userid: number
  team: number
}

/** A person's own views in a team, and views that others share with the team, by name. */
export const list = prepared((db: Db, p: Reader) => {
  const views = db.selectFrom('views').selectAll()
  const own = views.where('userid', '=', p.userid).where('team', '=', p.team)
  const shared = views.where('team', '=', p.team).where('is_shared', '=', sql.lit(1)).where('userid', '!=', p.userid)
  return db
    .selectFrom(own.unionAll(shared).as('v'))
    .innerJoin('users as u', 'u.userid', 'v.userid')
    .selectAll('v')
    .select(['u.firstname', 'u.lastname'])
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
})

export const find = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('views as v')
    .innerJoin('users as u', 'u.userid', 'v.userid')
    .selectAll('v')
    .select(['u.firstname', 'u.lastname'])
    .where('v.id', '=', p.id),
)

export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('views').selectAll().where('id', '=', p.id)),
)

export const count = prepared((db: Db, p: Reader) =>
  db
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid)
    .where('team', '=', p.team),
)

export function insert(db: Db, view: Omit<ViewRow, 'id' | 'version'>): Promise<ViewRow> {
  return db.insertInto('views').values(view).returningAll().executeTakeFirstOrThrow()
}

export function update(db: Db, view: ViewRow, columns: Partial<ViewRow>): Promise<ViewRow> {
  return db
    .updateTable('views')
    .set({ ...columns, version: view.version + 1 })
    .where('id', '=', view.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('views').where('id', '=', id).execute()
}
