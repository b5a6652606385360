import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { createPostgresDatabase } from '../../../test/postgres-databases.ts'
import type { Db } from '../schema.ts'
import { openPostgres } from './open-postgres.ts'
import { makeVacuum } from './vacuum.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

test.runIf(onPostgres)('what saves of a long text leave behind is room for the next ones', async () => {
  const { ctx, given } = await testApp()
  const id = await given.experiment(await given.user(), { body: 'short' })
  const { write } = startVacuum(ctx.db.streaming)
  const save = () =>
    inOneGo(ctx.db.read, async (db) => {
      const body = randomBytes(1_500_000).toString('base64')
      await db.updateTable('bodies').set({ body }).where('entity_id', '=', id).execute()
    })
  await save()
  const before = await sizeOfTexts(ctx.db.read)
  for (let n = 0; n < 10; n++) {
    await save()
    await write()
  }
  expect(await sizeOfTexts(ctx.db.read)).toBeLessThan(4 * before)
})

test.runIf(onPostgres)('only tables of ours are vacuumed, whatever the schema is called', async () => {
  const db = await openWith('-c search_path="Lab"')
  await sql`create schema "Lab"`.execute(db)
  await makeVoid(db, 'bodies')
  await makeVoid(db, 'another_programs')
  await startVacuum(db).write()
  expect(await vacuumsOf(db, 'bodies')).toBe(1)
  expect(await vacuumsOf(db, 'another_programs')).toBe(0)
})

test.runIf(onPostgres)('a vacuum that cannot help is tried again later and later, until it can', async () => {
  const db = await openWith('')
  // It could still read dead rows, as a backup does.
  const old = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  onTestFinished(async () => {
    if (!old.isCommitted) await old.rollback().execute()
  })
  await sql`select 1 from pg_class`.execute(old)
  await makeVoid(db, 'bodies')
  const { write } = startVacuum(db)
  // After 2, 6, 14 and 30 seconds.
  for (let n = 0; n < 20; n++) await write()
  expect(await vacuumsOf(db, 'bodies')).toBe(4)
  await old.commit().execute()
  // After 62, and then as before.
  for (let n = 0; n < 11; n++) await write()
  expect(await vacuumsOf(db, 'bodies')).toBe(5)
  await replaceText(db, 'bodies')
  await write()
  expect(await vacuumsOf(db, 'bodies')).toBe(6)
})

test.runIf(onPostgres)('nobody who stops the service waits for a vacuum', async () => {
  const db = await openWith('-c vacuum_cost_delay=100 -c vacuum_cost_limit=1')
  await makeVoid(db, 'bodies')
  const { write, vacuum } = startVacuum(db)
  const writing = write()
  const isRunning = async () =>
    (await sql`select 1 from pg_stat_progress_vacuum where datname = current_database()`.execute(db)).rows.length > 0
  await expect.poll(isRunning).toBe(true)
  await vacuum.stop()
  await writing
  expect(await vacuumsOf(db, 'bodies')).toBe(0)
  await write()
  expect(await isRunning()).toBe(false)
})

/** Each write comes two seconds after the previous one. */
function startVacuum(db: Db) {
  let now = 0
  const vacuum = makeVacuum(db, () => now)
  const write = async () => {
    now += 2000
    vacuum.noteWrite()
    await vacuum.idle()
  }
  return { vacuum, write }
}

/** An empty database with these connection settings. */
async function openWith(options: string): Promise<Db> {
  const { url, drop } = await createPostgresDatabase()
  const address = new URL(url)
  address.searchParams.set('options', options)
  const db = openPostgres(address.href, { poolSize: 4, timeoutMs: 60_000 })
  onTestFinished(async () => {
    await db.close()
    await drop()
  })
  return db.read
}

/** A table with a 4 MB text, and as much in dead rows. */
async function makeVoid(db: Db, table: string): Promise<void> {
  const own = sql.table(table)
  await sql`create table ${own} (body text)`.execute(db)
  await sql`alter table ${own} alter column body set storage external`.execute(db)
  await sql`insert into ${own} values (repeat('a', 4000000))`.execute(db)
  await replaceText(db, table)
}

async function replaceText(db: Db, table: string): Promise<void> {
  await inOneGo(db, (go) => sql`update ${sql.table(table)} set body = repeat('b', 4000000)`.execute(go))
}

/** In a transaction after which the dead rows are known at once. */
async function inOneGo(db: Db, work: (db: Db) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (go) => {
    await work(go)
    await sql`select pg_stat_force_next_flush()`.execute(go)
  })
}

async function vacuumsOf(db: Db, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ vacuums: number }>`
    select texts.vacuum_count as vacuums from pg_class as t
    join pg_stat_all_tables as texts on texts.relid = t.reltoastrelid
    where t.relname = ${table}`.execute(db)
  return rows[0]?.vacuums
}

async function sizeOfTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_total_relation_size('bodies') as size`.execute(db)
  return Number(rows[0]?.size)
}
