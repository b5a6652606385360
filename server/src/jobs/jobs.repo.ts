import { sql } from 'kysely'
import { amongFew, engineOf, jsonValues, lockFreeRows, nullsAreSmall, takeTurns } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, JobRow } from '../db/schema.ts'

/** The jobs of the service itself, which are nobody's. */
export const NOBODY = 0

/**
 * Enqueues a job in the transaction that needs it, for the person whose share of the lanes it uses. An existing one runs
 * again if it is running.
 */
export const enqueue = prepared((db: Db, p: { kind: string; subject: string; at: string; person: number }) =>
  db
    .insertInto('jobs')
    .values({ kind: p.kind, subject: p.subject, next_at: p.at, created_at: p.at, person: p.person })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ again: sql.lit(1) })),
)

/** The same for what people start themselves: what gave up or waits for another attempt is due at once, like new. */
export const enqueueAnew = prepared((db: Db, p: { kind: string; subject: string; at: string; person: number }) =>
  db
    .insertInto('jobs')
    .values({ kind: p.kind, subject: p.subject, next_at: p.at, created_at: p.at, person: p.person })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({
        again: sql.lit(1),
        attempts: sql.lit(0),
        error: null,
        // The lease of whoever runs it stays.
        next_at: eb
          .case()
          .when('jobs.holder', 'is', null)
          .then(eb.ref('excluded.next_at'))
          .else(eb.ref('jobs.next_at'))
          .end(),
      })),
    ),
)

/** Whether a job is due. Asked often and mostly in vain, so it does not use the write queue. */
export const findDue = prepared((db: Db, p: { at: string }) =>
  db.selectFrom('jobs').select('id').where('next_at', '<=', p.at).orderBy('next_at').orderBy('id').limit(1),
)

/** The same for some kinds, on a server that leaves the others to others. */
export const findDueOf = prepared((db: Db, p: { at: string; kinds: string }, engine) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('next_at', '<=', p.at)
    .where((eb) => amongFew(engine, eb.ref('kind'), jsonValues(engine, p.kinds, 'text')))
    .orderBy('next_at')
    .orderBy('id')
    .limit(1),
)

interface Claim {
  at: string
  /** Others skip the job until then. */
  until: string
  holder: string
}

/**
 * Claims a job of the person who has the fewest running ones; among equals, the job that has been due for longest. People
 * with `mostEach` running jobs or more get nothing. `locked`: there are jobs, but other transactions are changing them.
 */
export async function claim(
  db: Db,
  values: Claim,
  mostEach = Number.POSITIVE_INFINITY,
): Promise<JobRow | 'locked' | undefined> {
  // Two servers that claim at once would both take the same person for idle.
  await takeTurns(db, TURNS, 0)
  for (let passed = 0; ; passed++) {
    const [next] = await findNextPerson(db, { at: values.at, passed })
    if (!next || next.running >= mostEach) return passed > 0 ? 'locked' : undefined
    const [job] = await claimOf(db, { ...values, person: next.person })
    if (job) return job
  }
}

/** Claims the job of some kinds that has been due for longest. */
export async function claimOfKinds(db: Db, values: Claim & { kinds: string }): Promise<JobRow | undefined> {
  const [job] = await claimAmong(db, values)
  return job
}

const claimAmong = prepared((db: Db, p: Claim & { kinds: string }, engine) =>
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
          .where((of) => amongFew(engine, of.ref('due.kind'), jsonValues(engine, p.kinds, 'text')))
          .orderBy('due.next_at')
          .orderBy('due.id')
          .limit(1),
      ),
    )
    .returningAll(),
)

/** Marks the advisory locks of claims. */
const TURNS = 5

interface NextPerson {
  person: number
  running: number
}

/** Reads a few index entries of each person, however many jobs they have. */
const findNextPerson = prepared((db: Db, p: { at: string; passed: number }) =>
  db
    .selectFrom(
      sql<NextPerson & { since: string }>`(
        with recursive people (person) as (
          select min(person) from jobs where next_at is not null
          union all
          select (select min(person) from jobs where next_at is not null and person > people.person)
          from people where people.person is not null
        )
        select person,
          (select min(next_at) from jobs where next_at is not null and person = people.person) as since,
          (select cast(count(*) as integer) from jobs
            where next_at > ${p.at} and person = people.person and holder is not null) as running
        from people where person is not null
      )`.as('turns'),
    )
    .select(['person', 'running'])
    .where('since', '<=', p.at)
    .orderBy('running')
    .orderBy('since')
    .orderBy('person')
    .limit(1)
    .offset(p.passed),
)

const claimOf = prepared((db: Db, p: Claim & { person: number }, engine) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ next_at: p.until, holder: p.holder, again: sql.lit(0), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      lockFreeRows(
        engine,
        eb
          .selectFrom('jobs as due')
          .select('due.id')
          .where('due.person', '=', p.person)
          .where('due.next_at', '<=', p.at)
          .orderBy('due.next_at')
          .orderBy('due.id')
          .limit(1),
      ),
    )
    .returningAll(),
)

type Held = Pick<JobRow, 'id' | 'holder'>

/** Finishes a job. It becomes due again if it was enqueued meanwhile. */
export async function finish(db: Db, job: Held, at: string): Promise<void> {
  const { numDeletedRows } = await ofHolder(db.deleteFrom('jobs'), job).where('again', '=', 0).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) await putBack(db, job, { next_at: at, attempts: 0, position: 0, error: null })
}

/** Releases a job. It can be claimed from the given time on; without a time, never. */
export async function putBack(
  db: Db,
  job: Held,
  set: Pick<JobRow, 'next_at'> & Partial<Pick<JobRow, 'attempts' | 'position' | 'error'>>,
): Promise<void> {
  await ofHolder(db.updateTable('jobs').set({ ...set, holder: null }), job).execute()
}

/** Extends the lease of a running job. */
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

/** Makes the jobs of a process that has gone due at once. */
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

/** Failed ones first, then by due time. */
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

/** Makes failed jobs due again, with as many attempts as new ones. */
export async function retryFailed(db: Db, at: string, id?: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_at: at, attempts: 0 })
    .where('next_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
