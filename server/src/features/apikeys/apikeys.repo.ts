import { type Engine, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { ApikeyRow, Db } from '../../db/schema.ts'

/** The key's text starts with its id, so its hash is known only after the insert. */
export async function insert(
  db: Db,
  key: { name: string; userid: number; team: number; can_write: number; created_at: string; deposit: string | null },
  hashOf: (id: number) => string,
): Promise<ApikeyRow> {
  const { id } = await db
    .insertInto('apikeys')
    .values({ ...key, key_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .updateTable('apikeys')
    .set({ key_hash: hashOf(id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('apikeys').selectAll().where('id', '=', p.id))

/** The same, locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine: Engine) =>
  lockRow(engine, db.selectFrom('apikeys').selectAll().where('id', '=', p.id)),
)

/** All keys of a person, locked until the end of the transaction. */
export const holdOf = prepared((db: Db, p: { userid: number }, engine: Engine) =>
  lockRow(engine, db.selectFrom('apikeys').selectAll().where('userid', '=', p.userid).orderBy('id')),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('apikeys').where('id', '=', p.id))

const withTeams = (db: Db) =>
  db
    .selectFrom('apikeys as k')
    .innerJoin('teams as t', 't.id', 'k.team')
    .select(['k.id', 'k.name', 'k.userid', 'k.can_write', 'k.created_at', 'k.last_used_at', 'k.team', 'k.deposit'])
    .select('t.name as team_name')

export type ApikeyWithTeam = Awaited<ReturnType<typeof findWithTeam>>[number]

export const findWithTeam = prepared((db: Db, p: { id: number }) => withTeams(db).where('k.id', '=', p.id))

/** The keys of a person, last used first, never used last. */
export const listOf = prepared((db: Db, p: { userid: number }) =>
  withTeams(db)
    .where('k.userid', '=', p.userid)
    .orderBy('k.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('k.id', 'desc'),
)
