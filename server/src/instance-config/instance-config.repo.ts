import { lockRow } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { ConfigRow, Db } from '../db/schema.ts'

const ID = 1

/** Undefined if nothing was ever set. */
export async function find(db: Db): Promise<ConfigRow | undefined> {
  const [row] = await findRow(db, {})
  return row
}

const findRow = prepared((db: Db, _: object) => db.selectFrom('config').selectAll().where('id', '=', ID))

/** The same, locked until the end of the transaction. */
export async function hold(db: Db): Promise<ConfigRow | undefined> {
  const [row] = await holdRow(db, {})
  return row
}

const holdRow = prepared((db: Db, _: object, engine) =>
  lockRow(engine, db.selectFrom('config').selectAll().where('id', '=', ID)),
)

/** Of two concurrent first inserts the second is retried, and then finds the row. */
export function insert(db: Db, chosen: string): Promise<ConfigRow> {
  return db.insertInto('config').values({ id: ID, chosen, version: 1 }).returningAll().executeTakeFirstOrThrow()
}

export function update(db: Db, before: ConfigRow, chosen: string): Promise<ConfigRow> {
  return db
    .updateTable('config')
    .set({ chosen, version: before.version + 1 })
    .where('id', '=', ID)
    .returningAll()
    .executeTakeFirstOrThrow()
}
