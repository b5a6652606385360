import { sql } from 'kysely'
import { nullsAreSmall } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** By position, then newest first. */
export const listOf = prepared((db: Db, p: { userid: number }, engine) =>
  db
    .selectFrom('todo_items')
    .selectAll()
    .where('userid', '=', p.userid)
    .orderBy(sql`ordering asc ${nullsAreSmall(engine, 'asc')}`)
    .orderBy('id', 'desc'),
)

export const count = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('todo_items')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid),
)

export const find = prepared((db: Db, p: { id: number; userid: number }) =>
  db.selectFrom('todo_items').selectAll().where('id', '=', p.id).where('userid', '=', p.userid),
)

export const insert = prepared((db: Db, p: { userid: number; body: string; at: string }) =>
  db.insertInto('todo_items').values({ userid: p.userid, body: p.body, created_at: p.at }).returningAll(),
)

export const update = prepared((db: Db, p: { id: number; body: string }) =>
  db
    .updateTable('todo_items')
    .set((eb) => ({ body: p.body, version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .returningAll(),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('todo_items').where('id', '=', p.id))
