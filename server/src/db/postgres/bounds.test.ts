import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

test.runIf(onPostgres)(
  'connections for requests have time-outs for statements, locks and idle transactions',
  async () => {
    const { ctx } = await testApp({ DATABASE_TIMEOUT: '15' })
    const ask = async (db = ctx.db.read) => {
      const { rows } = await sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
      return rows[0]
    }
    expect(await ask()).toEqual({ statement: '15s', lock: '5s', idle: '1min' })
    expect(await ctx.db.write(ask)).toEqual({ statement: '15s', lock: '5s', idle: '1min' })
    // Exports, backup, verify and migrations have no time limit.
    expect(await ctx.db.aside(ask)).toMatchObject({ statement: '0', lock: '0' })
    expect(await ctx.db.write(ask, { takesLong: true })).toMatchObject({ statement: '0', lock: '0' })
  },
)

test.runIf(onPostgres)(
  'thirty changes of an entry that somebody has locked leave other reads and changes alone',
  async () => {
    const lab = await testApp({ DATABASE_POOL: '6', DATABASE_TIMEOUT: '60' })
    const ada = await lab.given.user()
    const [hot, other] = [await lab.given.experiment(ada), await lab.given.experiment(ada)]
    const lock = await holdLock(lab, `select 1 from entities where id = ${hot} for update`)
    const changes = Array.from({ length: 30 }, (_, n) =>
      lab.as(ada).patch(`experiments/${hot}`, { title: `Title ${n}` }),
    )
    await sleep(500)
    expect(await lab.as(ada).get('experiments?limit=1')).toMatchObject({ status: 200 })
    expect(await lab.as(ada).patch(`experiments/${other}`, { title: 'Not held up' })).toMatchObject({ status: 200 })
    await lock.release()
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses).toEqual(Array(30).fill(200))
  },
)

test.runIf(onPostgres)('who waits too long for a locked entry is told to come again', async () => {
  const lab = await testApp({ DATABASE_TIMEOUT: '3' })
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const lock = await holdLock(lab, `select 1 from entities where id = ${id} for update`)
  const refused = await lab.as(ada).patch(`experiments/${id}`, { title: 'Held up' })
  expect(refused).toMatchObject({ status: 503, body: { message: 'The database is busy' } })
  expect(refused.headers['retry-after']).toBe('2')
  await lock.release()
  expect(await lab.as(ada).patch(`experiments/${id}`, { title: 'Now' })).toMatchObject({ status: 200 })
})

test.runIf(onPostgres)('reads of a locked table are told to come again, all of them', async () => {
  const lab = await testApp({ DATABASE_POOL: '8', DATABASE_TIMEOUT: '3' })
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const readTwenty = async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => lab.as(ada).get(`experiments/${id}/comments`)))
    return replies.map(({ status }) => status)
  }
  // Statements that the shared connection does not know yet, and then ones that it knows.
  for (const round of ['first', 'second']) {
    const lock = await holdLock(lab, 'lock table entities in access exclusive mode')
    expect(await readTwenty(), round).toEqual(Array(20).fill(503))
    await lock.release()
    expect(await readTwenty(), round).toEqual(Array(20).fill(200))
  }
})

test.runIf(onPostgres)('a backend that has stopped answers 503, and its connection is not used again', async () => {
  // The least with a connection that short reads share.
  const lab = await testApp({ DATABASE_POOL: '8', DATABASE_TIMEOUT: '1' })
  const ada = await lab.given.user()
  await lab.as(ada).get('experiments?limit=1')
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    lab.ctx.db.read,
  )
  const pids = rows.map(({ pid }) => pid)
  onTestFinished(() => signalAll(pids, 'SIGCONT'))
  signalAll(pids, 'SIGSTOP')
  const first = await lab.as(ada).get('experiments?limit=1')
  expect(first).toMatchObject({ status: 503 })
  // A new connection gets its own, running backend.
  await expect.poll(async () => (await lab.as(ada).get('experiments?limit=1')).status, { timeout: 60_000 }).toBe(200)
  signalAll(pids, 'SIGCONT')
})

test.runIf(onPostgres)('connections that the server has ended cost nobody a refusal', async () => {
  const lab = await testApp({ DATABASE_POOL: '8' })
  const ada = await lab.given.user()
  const many = () =>
    Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0 ? lab.as(ada).get('experiments?limit=1') : lab.as(ada).post('experiments', {}),
      ),
    )
  const server = await makeEnder(lab)
  for (let round = 0; round < 5; round++) {
    await many()
    // In the same turn, so that the pool has not noticed it yet.
    server.endConnections()
    const statuses = (await many()).map(({ status }) => status)
    expect(statuses, `round ${round}`).toEqual([200, 201, 200, 201, 200, 201, 200, 201])
  }
})

/** Ends all connections to the database while this thread is blocked and cannot notice it. */
async function makeEnder({ ctx }: TestApp): Promise<{ endConnections(): void }> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const data = { url: ctx.config.DATABASE_URL, flag, pg: import.meta.resolve('pg') }
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(ENDER)}`), { workerData: data })
  onTestFinished(async () => void (await worker.terminate()))
  await once(worker, 'message')
  return {
    endConnections() {
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
      Atomics.wait(flag, 0, 1)
    },
  }
}

const ENDER = `
import { parentPort, workerData } from 'node:worker_threads'
const { url, flag, pg } = workerData
const { default: { Client } } = await import(pg)
const client = new Client({ connectionString: url })
await client.connect()
parentPort.postMessage('ready')
const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
for (;;) {
  Atomics.wait(flag, 0, 0)
  // Again and again: one that was being opened is there only now.
  while ((await client.query('select pg_terminate_backend(pid) ' + others)).rowCount > 0);
  Atomics.store(flag, 0, 0)
  Atomics.notify(flag, 0)
}`

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

async function connect({ ctx }: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ctx.config.DATABASE_URL ?? '' })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function holdLock(lab: TestApp, statement: string): Promise<{ release(): Promise<void> }> {
  const client = await connect(lab)
  await client.query('begin')
  await client.query(statement)
  return {
    release: async () => {
      await client.query('rollback')
    },
  }
}

test.runIf(onPostgres)('tables that another process has migrated cost nobody a refusal', async () => {
  const lab = await testApp()
  const owner = await lab.given.user()
  const ada = lab.as(owner)
  const [id, locked] = [await lab.given.experiment(owner), await lab.given.experiment(owner)]
  const useAll = async () => {
    const all = Array.from({ length: 12 }, (_, n) => [
      ada.get(`experiments/${id}`),
      ada.get('experiments?limit=15'),
      ada.post('experiments', { title: `New ${n}` }),
      ada.post(`experiments/${id}/steps`, { body: `Weigh ${n}` }),
      ada.patch(`experiments/${id}`, { title: `Title ${n}` }),
      // Changes that share no transaction.
      ada.patch(`experiments/${locked}`, { action: 'lock' }),
    ])
    return [...new Set((await Promise.all(all.flat())).map(({ status }) => status))].sort()
  }
  expect(await useAll()).toEqual([200, 201])
  for (const column of ['later', 'later_still']) {
    await lab.ctx.db.aside((db) => sql`alter table entities add column ${sql.ref(column)} integer`.execute(db))
    expect(await useAll()).toEqual([200, 201])
  }
})
