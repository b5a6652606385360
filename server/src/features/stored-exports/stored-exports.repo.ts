import { sql, type Updateable } from 'kysely'
import { amongFew, inNumbers, jsonValues, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Schema, StoredExportRow } from '../../db/schema.ts'

type NewExport = Pick<StoredExportRow, 'userid' | 'team' | 'format' | 'options' | 'state' | 'via' | 'address'> & {
  at: string
  expires_at: string
}

export function insert(db: Db, { at, ...values }: NewExport): Promise<StoredExportRow> {
  const none = { total: null, file: null, name: null, bytes: null, hash: null, error: null }
  return db
    .insertInto('exports')
    .values({ ...values, ...none, created_at: at, modified_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('exports').selectAll().where('id', '=', p.id))

/** Locked until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('exports').selectAll().where('id', '=', p.id)),
)

export const listOf = prepared((db: Db, p: { userid: number }) =>
  db.selectFrom('exports').selectAll().where('userid', '=', p.userid).orderBy('id', 'desc'),
)

export const count = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid),
)

export function update(db: Db, id: number, set: Updateable<Schema['exports']>): Promise<StoredExportRow> {
  return db.updateTable('exports').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

interface Progress {
  id: number
  file: string
  done: number
  total: number
  at: string
}

/** How far it is. Nothing comes back once it was removed, or somebody else makes it. */
export const setProgress = prepared((db: Db, p: Progress) =>
  db
    .updateTable('exports')
    .set({ done: p.done, total: p.total, modified_at: p.at })
    .where('id', '=', p.id)
    .where('file', '=', p.file)
    .returning('id'),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('exports').where('id', '=', p.id))

export const listExpired = prepared((db: Db, p: { at: string }) =>
  db.selectFrom('exports').select('id').where('expires_at', '<=', p.at).orderBy('expires_at').limit(100),
)

/** Those that wait for a job that is gone: a restore brings back the one and not the other. */
export const listWithoutJob = prepared((db: Db, p: { kind: string; states: string }, engine) =>
  db
    .selectFrom('exports as x')
    .select(['x.id', 'x.userid'])
    .where((eb) => inNumbers(engine, eb.ref('x.state'), p.states))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs as j')
            .select('j.id')
            .where('j.kind', '=', p.kind)
            .where('j.subject', '=', sql<string>`cast(x.id as text)`),
        ),
      ),
    )
    .orderBy('x.id')
    .limit(100),
)

export const listFiles = prepared((db: Db, p: { names: string }, engine) =>
  db
    .selectFrom('exports')
    .select('file')
    .where((eb) => amongFew(engine, eb.ref('file'), jsonValues(engine, p.names, 'text'))),
)
