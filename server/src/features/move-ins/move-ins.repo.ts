import { sql } from 'kysely'
import { inNumbers, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, MoveSourceRow } from '../../db/schema.ts'

export type NamedMoveIn = MoveSourceRow & { firstname: string; lastname: string }

const named = (db: Db) =>
  db
    .selectFrom('move_sources as s')
    .innerJoin('users as u', 'u.userid', 's.userid')
    .selectAll('s')
    .select(['u.firstname', 'u.lastname'])

export const find = prepared((db: Db, p: { id: number }) => named(db).where('s.id', '=', p.id))

/** Few servers move in, so one asks for all of them. */
export const list = prepared((db: Db, _: { most: number }) => named(db).orderBy('s.id', 'desc'))

/** Locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('move_sources').selectAll().where('id', '=', p.id)),
)

export const holdByAddress = prepared((db: Db, p: { address: string }, engine) =>
  lockRow(engine, db.selectFrom('move_sources').selectAll().where('address', '=', p.address)),
)

type Set = Partial<Omit<MoveSourceRow, 'id' | 'address' | 'created_at'>>

export function insert(
  db: Db,
  { at, ...values }: { address: string; userid: number; at: string },
): Promise<MoveSourceRow> {
  return db
    .insertInto('move_sources')
    .values({ ...values, created_at: at, modified_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function update(db: Db, id: number, set: Set): Promise<MoveSourceRow> {
  return db.updateTable('move_sources').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export const listNames = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('users')
    .select(['userid', 'firstname', 'lastname'])
    .where(inNumbers(engine, sql.ref('userid'), p.ids)),
)
