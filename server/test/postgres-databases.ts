import { tmpdir } from 'node:os'
import pg from 'pg'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/start.ts'

/** A database on the cluster of the test run. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

let databases = 0

/** An empty database. */
export function createPostgresDatabase(): Promise<TestDatabase> {
  return create('template1')
}

/**
 * A database with the schema and the first team, or with the data of `from`, to which nobody may be connected. Copied,
 * because creating it for each test takes several times as long.
 */
export async function copyPostgresDatabase(from?: string): Promise<TestDatabase> {
  if (from) return create(nameOf(from))
  ready ??= provideTemplate()
  await ready
  return create(TEMPLATE)
}

const TEMPLATE = 'aliquot_template'
/** An arbitrary number that all test processes share. */
const TEMPLATE_LOCK = 4_280_002
let ready: Promise<void> | undefined

/** The first of several workers creates the template, the others wait for it. */
async function provideTemplate(): Promise<void> {
  const client = await connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE])
    if (rowCount === 1) return
    const building = await create('template1')
    const config = readConfig({ DATABASE_URL: building.url, DATABASE_POOL: '2', DATA_DIR: tmpdir() })
    const ctx = await openContext(config, pino({ level: 'silent' }))
    await ctx.db.close()
    await client.query(`alter database ${nameOf(building.url)} rename to ${TEMPLATE}`)
  } finally {
    await client.end()
  }
}

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${++databases}`
  // A file copy, because PostgreSQL's default through the log takes three times as long.
  await execute(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(adminUrl())
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropLater(name) }
}

let dropper: Promise<pg.Client> | undefined
let dropped: Promise<unknown> = Promise.resolve()

/**
 * PostgreSQL waits a tenth of a second if a connection has just been closed; meanwhile the next test runs. Returns when
 * the one before is dropped, so that an error is noticed and only one is left over.
 */
async function dropLater(name: string): Promise<void> {
  await dropped
  dropper ??= connect()
  dropped = (await dropper).query(`drop database if exists ${name} with (force)`)
  // Whoever drops the next one hears of a failure.
  dropped.catch(() => {})
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function adminUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run the tests with npm test')
  return url
}

let admin: Promise<pg.Client> | undefined

/** Over one connection per worker: every test comes here twice, and a new connection costs as much as the work. */
async function execute(statement: string): Promise<void> {
  admin ??= connect()
  await (await admin).query(statement)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  return client
}
