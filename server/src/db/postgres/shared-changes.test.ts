import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { Forbidden } from '../../errors.ts'
import { verify } from '../../verify/verify.ts'
import { engineOf, lockRow } from '../dialect.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function lab(entries: number) {
  // The least with a connection that changes share.
  const app = await testApp({ DATABASE_POOL: '8' })
  const ada = await app.given.user()
  const ids: number[] = []
  for (let n = 0; n < entries; n++) ids.push(await app.given.experiment(ada))
  const rating = (id: number) => ratingOf(app.ctx.db.read, id)
  return { app, ada, ids, rating, write: app.ctx.db.write }
}

async function ratingOf(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('entities').select('rating').where('id', '=', id).executeTakeFirstOrThrow()
  return row.rating
}

/** Reads and writes, as a change that would lose another one's if both ran at the same time. */
function addOne(id: number) {
  return async (db: Db) => {
    await lockRow(engineOf(db), db.selectFrom('entities').select('id').where('id', '=', id)).execute()
    const rating = (await ratingOf(db, id)) + 1
    await db.updateTable('entities').set({ rating }).where('id', '=', id).execute()
    return rating
  }
}

test('changes of one entry that arrive together build on each other', async () => {
  const { ids, rating, write } = await lab(2)
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const id = ids[n % 2] ?? 0
      return write(addOne(id), { ofEntry: id })
    }),
  )
  const expected = Array.from({ length: 50 }, (_, n) => 1 + Math.floor(n / 2))
  expect(results.toSorted((a, b) => a - b)).toEqual(expected)
  expect(await Promise.all(ids.map(rating))).toEqual([25, 25])
})

test('comments that arrive together are all there, in an unbroken journal', async () => {
  const { app, ada, ids } = await lab(8)
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      app.as(ada).post(`experiments/${ids[n % 3 === 0 ? 0 : n % 8]}/comments`, { comment: `Remark ${n}` }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(64).fill(201))
  const rows = await app.ctx.db.read.selectFrom('comments').select('comment').execute()
  expect(new Set(rows.map(({ comment }) => comment)).size).toBe(64)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('new entries, tags, texts and steps that arrive together are all there, and counted', async () => {
  const { app, ada, ids } = await lab(4)
  const as = app.as(ada)
  const many = ids.flatMap((id, n) => [
    as.post('experiments', { title: `New ${n}`, body: '<p>4.2 mg</p>', tags: [`tag ${n}`, `more ${n}`, 'common'] }),
    as.post(`experiments/${id}/tags`, { tag: `other ${n % 2}` }),
    as.patch(`experiments/${id}`, { title: `Title ${n}`, tags: ['common', 'patched'] }),
    as.patch(`experiments/${id}`, { bodyappend: `<p>Text ${n}</p>` }),
    as.post(`experiments/${id}/steps`, { body: `Step ${n}` }),
    as.post(`experiments/${ids[0]}/comments`, { comment: `Remark ${n}` }),
    as.post(`experiments/${ids[0]}/steps`, { body: `Step ${n} of the first` }),
  ])
  const replies = await Promise.all(many)
  expect(replies.map(({ status }) => status)).toEqual(ids.flatMap(() => [201, 201, 200, 200, 201, 201, 201]))
  const { body: steps } = await as.get<{ ordering: number }[]>(`experiments/${ids[0]}/steps`)
  expect(steps.map(({ ordering }) => ordering)).toEqual([1, 2, 3, 4, 5])
  const { body: tags } = await as.get<{ tag: string }[]>('teams/current/tags')
  expect(tags.map(({ tag }) => tag).toSorted()).toEqual(
    [...ids.flatMap((_, n) => [`tag ${n}`, `more ${n}`]), 'common', 'other 0', 'other 1', 'patched'].toSorted(),
  )
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

/** In how many transactions changes that arrive together run. */
async function countTransactions({ ids, write }: Pick<Awaited<ReturnType<typeof lab>>, 'ids' | 'write'>) {
  const transactions = await Promise.all(
    ids.map((id) =>
      write(
        async (db) => {
          await addOne(id)(db)
          return (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]?.id
        },
        { ofEntry: id },
      ),
    ),
  )
  return new Set(transactions).size
}

test.runIf(onPostgres)('changes of different entries share a transaction', async () => {
  expect(await countTransactions(await lab(8))).toBe(1)
})

test.runIf(onPostgres)('they do so again after a lock of the whole table was in their way', async () => {
  const { app, ids, rating, write } = await lab(4)
  const [first = 0] = ids
  const client = await lock(app, 'lock table entities in access exclusive mode')
  const waiting = write(addOne(first), { ofEntry: first })
  await expect.poll(() => countWaiting(app)).toBe(1)
  await client.query('rollback')
  await waiting
  expect(await rating(first)).toBe(1)
  expect(await countTransactions({ ids, write })).toBe(1)
})

test('a change that is refused or fails harms none that arrived with it', async () => {
  const { ids, rating, write } = await lab(6)
  const [early = 0, late = 0, broken = 0, blind = 0] = ids
  const failing: Record<number, (db: Db) => Promise<unknown>> = {
    [early]: () => Promise.reject(new Forbidden('entry.may_not_read')),
    [late]: async (db) => {
      await addOne(late)(db)
      throw new Forbidden('entry.may_not_read')
    },
    [broken]: (db) => sql`select 1 from no_such_table`.execute(db),
    [blind]: async (db) => {
      await addOne(blind)(db)
      await insertNothing(db, { id: blind })
    },
  }
  for (const fail of [[early], [late], [broken], [blind], [early, late, broken, blind]]) {
    const before = await Promise.all(ids.map(rating))
    const tried = await Promise.allSettled(
      ids.map((id) => write<unknown>(fail.includes(id) ? (failing[id] ?? addOne(id)) : addOne(id), { ofEntry: id })),
    )
    expect(tried.map(({ status }) => status)).toEqual(ids.map((id) => (fail.includes(id) ? 'rejected' : 'fulfilled')))
    const after = ids.map((id, index) => (before[index] ?? 0) + (fail.includes(id) ? 0 : 1))
    expect(await Promise.all(ids.map(rating))).toEqual(after)
  }
})

/** A statement that fails, and that a shared transaction does not wait for. */
const insertNothing = prepared(
  (db: Db, p: { id: number }) =>
    db.insertInto('chains').values({ chain: p.id, length: sql<number>`null`, head: sql<string>`null` }),
  { isUnanswered: true },
)

test.runIf(onPostgres)('an entry that somebody has locked holds up no change of another one', async () => {
  const { app, ids, rating, write } = await lab(3)
  const [locked = 0, ...others] = ids
  const client = await lockEntry(app, locked)
  const waiting = write(addOne(locked), { ofEntry: locked })
  await Promise.all(others.map((id) => write(addOne(id), { ofEntry: id })))
  expect(await Promise.all(ids.map(rating))).toEqual([0, 1, 1])
  await client.query('rollback')
  await waiting
  expect(await rating(locked)).toBe(1)
})

test.runIf(onPostgres)(
  'a row that somebody has locked holds up changes that arrive with its change only shortly',
  async () => {
    const { app, ada, ids, rating, write } = await lab(2)
    const [first = 0, second = 0] = ids
    const client = await lock(app, `select 1 from users where userid = ${ada.id} for update`)
    const waiting = write(
      async (db) => {
        await sql`update users set lastname = lastname where userid = ${ada.id}`.execute(db)
        return addOne(first)(db)
      },
      { ofEntry: first },
    )
    await write(addOne(second), { ofEntry: second })
    expect(await Promise.all(ids.map(rating))).toEqual([0, 1])
    await client.query('rollback')
    await waiting
    expect(await rating(first)).toBe(1)
  },
)

test.runIf(onPostgres)('changes whose connection the server ends are made again', async () => {
  const { app, ids, rating, write } = await lab(4)
  let runs = 0
  await Promise.all(
    ids.map((id) =>
      write(
        async (db) => {
          await addOne(id)(db)
          // The first run of the first change ends its own connection, that of all.
          if (runs++ === 0) await app.ctx.db.read.executeQuery(await endOf(db))
          await ratingOf(db, id)
        },
        { ofEntry: id },
      ),
    ),
  )
  expect(await Promise.all(ids.map(rating))).toEqual([1, 1, 1, 1])
})

/** Statements of changes that run by themselves and wait for a lock. */
async function countWaiting({ ctx }: TestApp): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not like '%skip locked'`.execute(
    ctx.db.read,
  )
  return rows.length
}

async function endOf(db: Db) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return sql`select pg_terminate_backend(${rows[0]?.pid})`.compile(db)
}

function lockEntry(app: TestApp, id: number): Promise<pg.Client> {
  return lock(app, `select 1 from entities where id = ${id} for update`)
}

async function lock({ ctx }: TestApp, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ctx.config.DATABASE_URL ?? '' })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(statement)
  return client
}
