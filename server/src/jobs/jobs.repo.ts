import { sql } from 'kysely'
import { engineOf, lockFreeRows, nullsAreSmall } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, JobRow } from '../db/schema.ts'

/** Asks for a job, in the transaction that makes it needed. One that is there already runs once more if it is under way. */
export const enqueue = prepared((db: Db, p: { kind: string; subject: string; at: string }) =>
  db
    .insertInto('jobs')
    .values({ kind: p.kind, subject: p.subject, next_at: p.at, created_at: p.at })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ again: sql.lit(1) })),
)

/** Is there one to be taken up? Asked often, and nearly always in vain: so it takes no turn among the writers. */
export const findDue = prepared((db: Db, p: { at: string }) =>
  db.selectFrom('jobs').select('id').where('next_at', '<=', p.at).orderBy('next_at').orderBy('id').limit(1),
)

/** Takes up the one that has been due for longest. Others leave it alone until the time given. */
export const claim = prepared((db: Db, p: { at: string; until: string; holder: string }, engine) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ next_at: p.until, holder: p.holder, again: sql.lit(0), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      lockFreeRows(
        engine,
        eb
          .selectFrom('jobs as due')
          .select('due.id')
          .where('due.next_at', '<=', p.at)
          .orderBy('due.next_at')
          .orderBy('due.id')
          .limit(1),
      ),
    )
    .returningAll(),
)

type Held = Pick<JobRow, 'id' | 'holder'>

/** The job is done. It is due again when it was asked for in the meantime. */
export async function finish(db: Db, job: Held, at: string): Promise<void> {
  const { numDeletedRows } = await ofHolder(db.deleteFrom('jobs'), job).where('again', '=', 0).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) await putBack(db, job, { next_at: at, attempts: 0, position: 0, error: null })
}

/** Somebody else may take it up from then on; never, without a time. */
export async function putBack(
  db: Db,
  job: Held,
  set: Pick<JobRow, 'next_at'> & Partial<Pick<JobRow, 'attempts' | 'position' | 'error'>>,
): Promise<void> {
  await ofHolder(db.updateTable('jobs').set({ ...set, holder: null }), job).execute()
}

/** Whoever works on it is not done yet. */
export async function renew(db: Db, job: Held, until: string): Promise<void> {
  await ofHolder(db.updateTable('jobs').set({ next_at: until }), job).execute()
}

function ofHolder<Q extends { where(column: 'id' | 'holder', is: '=', value: number | string | null): Q }>(
  query: Q,
  { id, holder }: Held,
): Q {
  return query.where('id', '=', id).where('holder', '=', holder)
}

export async function listHolders(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('holder').distinct().where('holder', 'is not', null).execute()
  return rows.map(({ holder }) => holder ?? '')
}

/** What somebody who is gone worked on is due at once. */
export async function freeHeldBy(db: Db, holder: string, at: string): Promise<void> {
  await db.updateTable('jobs').set({ next_at: at, holder: null }).where('holder', '=', holder).execute()
}

export interface JobCounts {
  waiting: number
  running: number
  failed: number
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const count = (condition: string) => sql<number>`cast(count(case when ${sql.raw(condition)} then 1 end) as integer)`
  return db
    .selectFrom('jobs')
    .select([
      count('next_at is not null and holder is null').as('waiting'),
      count('next_at is not null and holder is not null').as('running'),
      count('next_at is null').as('failed'),
    ])
    .executeTakeFirstOrThrow()
}

/** Those that have failed come first, then in the order in which they are due. */
export function list(db: Db, { failedOnly = false, limit = 100 } = {}): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .$if(failedOnly, (query) => query.where('next_at', 'is', null))
    .orderBy(sql`next_at asc ${nullsAreSmall(engineOf(db), 'asc')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Gives jobs that have failed as many attempts as new ones. */
export async function retryFailed(db: Db, at: string, id?: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_at: at, attempts: 0 })
    .where('next_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
