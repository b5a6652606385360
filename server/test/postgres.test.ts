import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

test('the cluster of the test run answers, as a version we support', async () => {
  const url = process.env.TEST_POSTGRES_URL ?? ''
  const [row] = await query(url, "select 1 as one, current_setting('server_version_num')::int as version")
  expect(row).toMatchObject({ one: 1 })
  expect(row?.version).toBeGreaterThanOrEqual(150_000)
})

test('the cluster of the test run is not reachable from other machines', async () => {
  const url = process.env.TEST_POSTGRES_URL ?? ''
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
})

test('letters beyond ASCII have a case', async () => {
  const url = process.env.TEST_POSTGRES_URL ?? ''
  expect(await query(url, "select lower('ÀÉÎ') as lower")).toEqual([{ lower: 'àéî' }])
})

test('a durable cluster keeps what was committed through an immediate stop, on the same port', async () => {
  await withCluster({ durable: true }, async (postgres) => {
    expect(await query(postgres.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await query(postgres.url, 'create table kept (value int)')
    await query(postgres.url, 'insert into kept values (7)')

    await postgres.stop('immediate')
    await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await postgres.start()

    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }])
  })
})

test('a removed cluster leaves neither a server nor a folder, even with a client connected', async () => {
  await withCluster({}, async (postgres) => {
    expect(await query(postgres.url, 'show fsync')).toEqual([{ fsync: 'off' }])
    const client = new Client(postgres.url)
    client.on('error', () => {})
    await client.connect()

    await postgres.remove()

    expect(existsSync(postgres.folder)).toBe(false)
    await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })
})

test('a cluster in a folder of its own stays there, and is started again with what it holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-kept-cluster-'))
  // Root's own temporary folder may be closed to the user who runs the server.
  chmodSync(folder, 0o755)
  try {
    await withCluster({ folder: join(folder, 'cluster') }, async ({ url }) => {
      await query(url, 'create table kept as select 7 as value')
    })
    await withCluster({ folder: join(folder, 'cluster') }, async ({ url }) => {
      expect(await query(url, 'select value from kept')).toEqual([{ value: 7 }])
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function withCluster(options: PostgresOptions, use: (postgres: Postgres) => Promise<void>): Promise<void> {
  const postgres = await startPostgres(options)
  try {
    await use(postgres)
  } finally {
    await postgres.remove()
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}
