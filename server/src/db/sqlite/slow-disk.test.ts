import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import type { Disk, DiskTask } from './disk.ts'
import { findWholeLog } from './log-frames.ts'
import { openSqlite } from './open-sqlite.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

test.runIf(onSqlite)('a disk that takes long delays writers only, and reads and /healthz go on', async () => {
  const disk = slowDisk()
  const lab = await testApp({}, { sqlite: disk })
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada, { title: 'Before' })
  disk.hold()
  const write = watch(lab.as(ada).patch(`experiments/${id}`, { title: 'After' }))
  await disk.isAsked()
  // What the next power cut would take away is not shown.
  expect(await lab.as(ada).get(`experiments/${id}`)).toMatchObject({ status: 200, body: { title: 'Before' } })
  expect(await lab.app.inject({ url: '/healthz' })).toMatchObject({ statusCode: 200 })
  expect(write.isAnswered()).toBe(false)
  disk.goOn()
  expect(await write.answer).toMatchObject({ status: 200, body: { title: 'After' } })
  expect(await lab.as(ada).get(`experiments/${id}`)).toMatchObject({ body: { title: 'After' } })
})

test.runIf(onSqlite)('the answer to a repeated request waits for a slow disk, too', async () => {
  const disk = slowDisk()
  const lab = await testApp({}, { sqlite: disk })
  const ada = await lab.given.user()
  const create = () => lab.as(ada).post('experiments', { title: 'Once' }, { 'idempotency-key': 'one' })
  disk.hold()
  const first = watch(create())
  await disk.isAsked()
  const repeated = watch(create())
  expect(await lab.as(ada).get<object[]>('experiments')).toMatchObject({ status: 200 })
  expect([first.isAnswered(), repeated.isAnswered()]).toEqual([false, false])
  disk.goOn()
  expect((await repeated.answer).path).toBe((await first.answer).path)
})

test.runIf(onSqlite)('a slow disk acknowledges nothing that a power cut would take away', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'power.db')
  let safe = Buffer.alloc(0)
  const database = openSqlite(file, {
    slowMs: 0,
    disk: (real) => ({
      async run(task) {
        // What is written while a flush runs is not safe.
        const log = readFileSync(`${file}-wal`)
        const ms = await real.run(task)
        safe = task === 'flush' ? log : readFileSync(`${file}-wal`)
        return Math.max(ms, 1)
      },
    }),
  })
  onTestFinished(() => database.close())
  await database.write((db) => sql`create table saves (save integer, content blob)`.execute(db))
  await database.write((db) => sql`insert into saves values (0, '')`.execute(db))
  // Enough for the log to restart.
  for (let save = 1; save <= 13; save++) {
    await database.write((db) => sql`update saves set save = ${save}, content = randomblob(4000000)`.execute(db))
    expect(savedAfterPowerCut(folder, file, safe)).toBe(save)
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(48_000_000)
})

test.runIf(onSqlite)('after a failed flush nothing is acknowledged or shown until the disk has it', async () => {
  const disk = slowDisk()
  const lab = await testApp({}, { sqlite: disk })
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada, { title: 'Before' })
  disk.fail('flush', 'rewrite')
  expect(await lab.as(ada).patch(`experiments/${id}`, { title: 'One' })).toMatchObject({
    status: 503,
    body: { message: 'The disk failed: check whether the change was stored before you repeat it' },
  })
  expect(await lab.as(ada).patch(`experiments/${id}`, { title: 'Two' })).toMatchObject({
    status: 503,
    body: { message: 'The database cannot store anything at the moment' },
  })
  expect(await lab.as(ada).get(`experiments/${id}`)).toMatchObject({ body: { title: 'Before' } })
  expect(await lab.app.inject({ url: '/healthz' })).toMatchObject({ statusCode: 200 })
  const readiness = await lab.app.inject({ url: '/readyz' })
  expect(readiness.statusCode).toBe(503)
  expect(readiness.body).toContain('database: it takes no changes')

  disk.fail('flush')
  expect(await lab.as(ada).patch(`experiments/${id}`, { title: 'Three' })).toMatchObject({ status: 503 })
  // The first one was stored with the repair before the third.
  expect(await lab.as(ada).get(`experiments/${id}`)).toMatchObject({ body: { title: 'One' } })
  disk.fail()
  expect(await lab.as(ada).patch(`experiments/${id}`, { rating: 3 })).toMatchObject({
    status: 200,
    body: { title: 'Three', rating: 3 },
  })
})

test.runIf(onSqlite)('after a failed flush the log is repaired without another change', async () => {
  const file = join(await temporaryFolder(), 'repaired.db')
  const disk = slowDisk()
  const database = openSqlite(file, { ...disk, repairEveryMs: 20 })
  onTestFinished(() => database.close())
  const another = new DatabaseSync(file)
  onTestFinished(() => another.close())
  const shown = async () =>
    (await sql<{ name: string }>`select name from names`.execute(database.read)).rows.map(({ name }) => name)
  const save = (name: string) => database.write((db) => sql`insert into names values (${name})`.execute(db))
  await database.write((db) => sql`create table names (name text)`.execute(db))
  await save('one')
  disk.fail('flush', 'rewrite')
  await expect(save('two')).rejects.toThrow('The disk failed')
  // Changes of rights in another process count at once. They come after the change that nobody was told of.
  another.exec("insert into names values ('theirs')")
  database.rightsEpoch()
  const isOnDisk = disk.repaired()
  disk.fail()
  await isOnDisk
  expect(database.writeQueue()).toMatchObject({ waiting: 0 })
  expect(await shown()).toEqual(['one', 'two', 'theirs'])
  await save('three')
})

test.runIf(onSqlite)('a log that the disk lost in part is not taken for repaired', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'hole.db')
  const disk = slowDisk()
  const database = openSqlite(file, disk)
  onTestFinished(() => database.close())
  const save = (name: string) => database.write((db) => sql`insert into names values (${name})`.execute(db))
  await database.write((db) => sql`create table names (name text)`.execute(db))
  await save('one')
  disk.fail('flush')
  await expect(save('two')).rejects.toThrow('The disk failed')
  const log = readFileSync(`${file}-wal`)
  writeFileSync(`${file}-wal`, log.with(log.length - 1, 1))
  disk.fail()
  await expect(save('three')).rejects.toThrow('The database cannot store anything')
  writeFileSync(`${file}-wal`, log)
  await save('four')
  const { rows } = await sql<{ name: string }>`select name from names`.execute(database.read)
  expect(rows.map(({ name }) => name)).toEqual(['one', 'two', 'four'])
})

test.runIf(onSqlite)('after ten quick flushes the main thread flushes again', async () => {
  const file = join(await temporaryFolder(), 'quick.db')
  let flushes = 0
  const database = openSqlite(file, {
    slowMs: 0,
    disk: (real) => ({
      async run(task) {
        if (task === 'flush') flushes++
        await real.run(task)
        return 0
      },
    }),
  })
  onTestFinished(() => database.close())
  await database.write((db) => sql`create table names (name text)`.execute(db))
  for (let change = 1; change < 14; change++) {
    await database.write((db) => sql`insert into names values ('x')`.execute(db))
  }
  // All but the first one and the one after ten of them.
  expect(flushes).toBe(12)
})

test.runIf(onSqlite)('a quick disk, too, copies a long log on its thread, and the log starts anew', async () => {
  const file = join(await temporaryFolder(), 'quick.db')
  const tasks: [DiskTask, checkpointed: number | undefined][] = []
  const database = openSqlite(file, {
    slowMs: Number.POSITIVE_INFINITY,
    disk: (real) => ({
      async run(task) {
        if (task !== 'close') tasks.push([task, (await pages())?.checkpointed])
        return real.run(task)
      },
    }),
  })
  onTestFinished(() => database.close())
  const pages = async () => {
    const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(
      database.read,
    )
    return rows[0]
  }
  const write = (text: string) => database.write((db) => sql`insert into texts values (${text})`.execute(db))
  await database.write((db) => sql`create table texts (text text not null)`.execute(db))
  for (let n = 0; n < 20; n++) await write('x'.repeat(2_000_000))
  for (let n = 0; n < 5; n++) await write('short')
  // Nothing was copied before.
  expect(tasks).toEqual([['copy', 0]])
  expect((await pages())?.log).toBeLessThan(2000)
  const { rows } = await sql`select count(*) as texts, sum(length(text)) as length from texts`.execute(database.read)
  expect(rows).toEqual([{ texts: 25, length: 40_000_025 }])
})

test.runIf(onSqlite)('what a crash left in the log is in the file before anything is written after it', async () => {
  const folder = await temporaryFolder()
  const crashed = join(folder, 'crashed.db')
  const crashing = new DatabaseSync(join(folder, 'crashing.db'))
  crashing.exec('pragma journal_mode = wal; create table saves (save integer); insert into saves values (1)')
  for (const end of ['', '-wal']) writeFileSync(crashed + end, readFileSync(join(folder, `crashing.db${end}`)))
  crashing.close()

  const database = openSqlite(crashed)
  const alone = join(folder, 'alone.db')
  writeFileSync(alone, readFileSync(crashed))
  await database.close()
  expect(savedIn(alone)).toBe(1)
  expect(existsSync(`${crashed}-wal`)).toBe(false)
})

test.runIf(onSqlite)('the whole part of a log ends before the first wrong byte', async () => {
  const file = join(await temporaryFolder(), 'frames.db')
  const writing = new DatabaseSync(file)
  onTestFinished(() => writing.close())
  writing.exec('pragma journal_mode = wal; create table names (name text)')
  for (let name = 0; name < 5; name++) writing.exec(`insert into names values ('${name}')`)
  const { log: frames } = writing.prepare('pragma wal_checkpoint(noop)').get() as { log: number }
  const log = readFileSync(`${file}-wal`)
  expect(findWholeLog(log)).toEqual({ frames, bytes: log.length })
  const frame = (log.length - 32) / frames
  const wrong = log.with(32 + 3 * frame + 100, 255)
  expect(findWholeLog(Buffer.from(wrong))).toEqual({ frames: 3, bytes: 32 + 3 * frame })
  expect(findWholeLog(Buffer.from(log.with(20, 255)))).toEqual({ frames: 0, bytes: 0 })
  expect(findWholeLog(Buffer.alloc(0))).toEqual({ frames: 0, bytes: 0 })

  writing.exec("pragma wal_checkpoint(restart); insert into names values ('after')")
  expect(findWholeLog(readFileSync(`${file}-wal`)).frames).toBe(1)
})

/** Every flush counts as slow. It flushes when it is told to, and fails at the given tasks. */
function slowDisk() {
  let held: PromiseWithResolvers<void> | undefined
  let failing: readonly DiskTask[] = []
  const asked = Promise.withResolvers<void>()
  const rewritten = Promise.withResolvers<void>()
  return {
    slowMs: 0,
    disk: (real: Disk): Disk => ({
      async run(task) {
        if (failing.includes(task)) throw new Error(`EIO: i/o error, ${task}`)
        if (held) asked.resolve()
        await held?.promise
        const ms = await real.run(task)
        if (task === 'rewrite') rewritten.resolve()
        return Math.max(ms, 1)
      },
    }),
    repaired: () => rewritten.promise,
    hold: () => {
      held = Promise.withResolvers<void>()
    },
    goOn: () => {
      held?.resolve()
      held = undefined
    },
    fail: (...tasks: DiskTask[]) => {
      failing = tasks
    },
    isAsked: () => asked.promise,
  }
}

function watch<T>(answer: Promise<T>) {
  let isAnswered = false
  const watched = answer.finally(() => {
    isAnswered = true
  })
  return { answer: watched, isAnswered: () => isAnswered }
}

/** What is found if the log has only what was flushed. */
function savedAfterPowerCut(folder: string, file: string, log: Buffer): number {
  const image = join(folder, 'cut.db')
  writeFileSync(image, readFileSync(file))
  writeFileSync(`${image}-wal`, log)
  return savedIn(image)
}

function savedIn(file: string): number {
  const database = new DatabaseSync(file)
  const { save } = database.prepare('select save from saves').get() as { save: number }
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
  return save
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
