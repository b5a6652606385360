import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { limitsOf, openPipeline } from '../pools.ts'
import { Pipeline, Skipped } from './pipeline.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function open() {
  const { ctx } = await testApp()
  const pipeline = await openPipeline(ctx.config.DATABASE_URL ?? '', limitsOf(10_000))
  onTestFinished(() => pipeline.close())
  const rowsOf = async (statement: string, values: readonly unknown[] = [], name?: string) =>
    (await pipeline.run(statement, name, values)).rows
  return { ctx, pipeline, rowsOf }
}

test.runIf(onPostgres)('values come back as they were sent, whatever their type and length', async () => {
  const { rowsOf } = await open()
  const statement =
    'select $1::text as text, $2::integer as number, $3::bigint as count, $4::bytea as bytes, $5::text as nothing'
  const texts = ['', 'ä 4.2 µg 𝛼', 'x'.repeat(70_000), '𝛼'.repeat(200_000)]
  const rows = await Promise.all(
    texts.map((text, n) => rowsOf(statement, [text, -1 - n, n * 2 ** 40, Buffer.from([0, n, 255]), undefined], 'all')),
  )
  expect(rows).toEqual(
    texts.map((text, n) => [
      { text, number: -1 - n, count: n * 2 ** 40, bytes: Buffer.from([0, n, 255]), nothing: null },
    ]),
  )
})

test.runIf(onPostgres)('answers belong to their statements, also of many turns and without rows', async () => {
  const { pipeline, rowsOf } = await open()
  await rowsOf('create temporary table samples (id integer)')
  const numbers = Array.from({ length: 500 }, (_, n) => n)
  const runs = numbers.map(async (n) => {
    if (n % 7 === 0) await new Promise(setImmediate)
    const { tag } = await pipeline.run('insert into samples values ($1), ($1)', 'insert', [n])
    expect(tag).toBe('INSERT 0 2')
    return rowsOf(`select id, 'n${n % 3}' as name from samples where id = $1`, [n], `find ${n % 3}`)
  })
  const expected = numbers.map((n) => Array(2).fill({ id: n, name: `n${n % 3}` }))
  expect(await Promise.all(runs)).toEqual(expected)
})

test.runIf(onPostgres)('a failing statement fails what its turn sent behind it, and nothing later', async () => {
  const { rowsOf } = await open()
  const one = () => rowsOf('select 1 as one', [], 'one')
  const tried = await Promise.allSettled([
    rowsOf('select 2 as two'),
    rowsOf('select 1 / $1::integer', [0]),
    one(),
    one(),
  ])
  expect(tried).toMatchObject([
    { value: [{ two: 2 }] },
    { reason: { code: '22012', message: 'division by zero' } },
    { reason: expect.any(Skipped) },
    { reason: expect.any(Skipped) },
  ])
  expect(await one()).toEqual([{ one: 1 }])
})

test.runIf(onPostgres)('a value that cannot be sent fails its statement alone', async () => {
  const { rowsOf } = await open()
  const tried = await Promise.allSettled([rowsOf('select $1::text as value', [{}]), rowsOf('select 1 as one')])
  expect(tried).toMatchObject([{ reason: expect.any(TypeError) }, { value: [{ one: 1 }] }])
})

test.runIf(onPostgres)('a connection that the server ends fails its statements and is closed', async () => {
  const { ctx, pipeline, rowsOf } = await open()
  const [backend] = (await rowsOf('select pg_backend_pid() as pid')) as { pid: number }[]
  const slow = rowsOf('select pg_sleep(60)').catch((error: unknown) => error)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await sql`select pg_terminate_backend(${backend?.pid})`.execute(ctx.db.read)
  expect(await slow).toMatchObject({ code: '57P01' })
  expect(pipeline.isClosed).toBe(true)
  await expect(rowsOf('select 1')).rejects.toMatchObject({ code: '57P01' })
})

test('a statement whose columns are unknown, because its turn failed before, is made anew', async () => {
  const asked: string[] = []
  const stream = new Duplex({
    read: () => {},
    write(chunk: Buffer, _, done) {
      asked.push(chunk.toString('latin1'))
      done()
    },
  })
  const client = Object.assign(new EventEmitter(), { connection: { stream } }) as unknown as pg.Client
  const pipeline = new Pipeline(client, 10_000, () => String)
  onTestFinished(() => pipeline.destroy(new Error('the test has ended')))
  const first = pipeline.run('select 1 as one', 'one', []).catch((error: unknown) => error)
  pipeline.flush()
  // The server made the statement, then a time-out came before it described it.
  stream.push(Buffer.concat([message('1'), message('E', 'C57014\0\0'), message('Z', 'E')]))
  expect(await first).toMatchObject({ code: '57014' })
  pipeline.run('select 1 as one', 'one', []).catch(() => {})
  pipeline.flush()
  expect(asked.map((text) => text.includes('select 1 as one'))).toEqual([true, true])
})

/** A message of the server. */
function message(type: string, body = ''): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}
