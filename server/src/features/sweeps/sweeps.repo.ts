import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, SweepRow } from '../../db/schema.ts'

export type NewSweep = Pick<SweepRow, 'kind' | 'subject_id' | 'into_id' | 'userid' | 'via' | 'address' | 'created_at'>

export async function insert(db: Db, sweep: NewSweep): Promise<number> {
  const { id } = await db
    .insertInto('sweeps')
    .values({ ...sweep, after_id: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('sweeps').selectAll().where('id', '=', p.id))

/** Locks the sweep until the end of the transaction. */
export const hold = prepared((db: Db, p: { id: number }, engine) =>
  lockRow(engine, db.selectFrom('sweeps').selectAll().where('id', '=', p.id)),
)

export function listIds(db: Db): Promise<{ id: number }[]> {
  return db.selectFrom('sweeps').select('id').orderBy('id').execute()
}

export const advance = prepared((db: Db, p: { id: number; after: number }) =>
  db.updateTable('sweeps').set({ after_id: p.after }).where('id', '=', p.id),
)

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('sweeps').where('id', '=', p.id))

/** Redirects the sweeps that merge into this tag: they merge into another one, or only remove their tag. */
export async function redirect(db: Db, from: number, to: { kind: string; into_id: number | null }): Promise<void> {
  await db.updateTable('sweeps').set(to).where('into_id', '=', from).execute()
}
