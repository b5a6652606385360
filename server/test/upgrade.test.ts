import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import { appliedMigrations, migrate, NewerSchema, requireUpToDate } from '../src/db/migrate.ts'
import { type Migration, migrations } from '../src/db/migrations/list.ts'
import { indexPending } from '../src/features/search/indexing/keep-indexed.ts'
import { createPostgresDatabase } from './postgres-databases.ts'
import { emptyInstance, passedOn, testInstance } from './program.ts'
import { open } from './upgrade-process.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const root = join(import.meta.dirname, '..')

test('migrations are numbered in the order in which they run', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
})

test('a schema brought up step by step is the schema of a fresh start', async () => {
  const fresh = await emptyDatabase()
  await migrate(fresh)
  const stepwise = await emptyDatabase()
  for (let step = 1; step <= migrations.length; step++) {
    expect(await migrate(stepwise, migrations.slice(0, step))).toEqual([migrations[step - 1]?.name])
  }
  expect(await shapeOf(stepwise)).toEqual(await shapeOf(fresh))
  expect(await indexesOf(stepwise)).toEqual(await indexesOf(fresh))
  expect(await migrate(fresh)).toEqual([])
})

test('the schema is the one that the code is written for, the same on both engines', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const { entity_search: _, people_search: __, migrations: ___, ...tables } = await shapeOf(database)
  expect(tables).toEqual(schemaInCode())
})

test('what an old notebook holds is counted and found after an upgrade', async () => {
  const place = await emptyPlace()
  const database = open(place)
  onTestFinished(() => database.close())
  await migrate(database, migrations.slice(0, 3))
  await database.write(async (db) => {
    const at = '2026-01-02T03:04:05.000Z'
    const metadata = '{"extra_fields":{"Größe":{"value":"12 Å"},"Kinds":{"value":["a","b"]}}}'
    const statements = [
      sql`insert into users (email, email_key, firstname, lastname, name_key, created_at)
        values ('ada@example.org', 'ada@example.org', 'Ada', 'Lovelace', 'ada lovelace', ${at})`,
      sql`insert into teams (name, created_at) values ('Alpha', ${at})`,
      sql`insert into entities (type, team, userid, title, title_key, elabid, canread_base, canwrite_base, canread,
          canwrite, created_at, modified_at, metadata)
        values (1, 1, 1, 'Ångström', 'angstrom', 'x-1', 30, 20, '{}', '{}', ${at}, ${at}, ${metadata})`,
      sql`insert into entity_grants (entity_id, access, kind, grantee) values (1, 1, 3, 1)`,
      sql`insert into bodies (entity_id, body) values (1, '<p>Caf&eacute;</p><p>5 &lt; 6</p>')`,
      sql`insert into tags (team, tag, tag_key) values (1, 'Blue', 'blue')`,
      sql`insert into entity_tags (entity_id, tag_id) values (1, 1)`,
      sql`insert into comments (entity_id, userid, comment, created_at, modified_at) values (1, 1, 'Née', ${at}, ${at})`,
    ]
    for (const statement of statements) await statement.execute(db)
  })
  await migrate(database)

  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(database.read)).rows
  expect(await rowsOf(sql`select name, userid, total from field_counts order by name, userid`)).toEqual([
    { name: 'Größe', userid: 0, total: 1 },
    { name: 'Größe', userid: 1, total: 1 },
    { name: 'Kinds', userid: 0, total: 1 },
    { name: 'Kinds', userid: 1, total: 1 },
  ])
  expect(await rowsOf(sql`select type, team, userid, state, canread_base from entity_grants`)).toEqual([
    { type: 1, team: 1, userid: 1, state: 1, canread_base: 30 },
  ])
  expect(await rowsOf(sql`select place, name_key, value from entity_fields order by place`)).toEqual([
    { place: 0, name_key: 'grosse', value: '12 a' },
    { place: 1, name_key: 'kinds', value: 'a' },
    { place: 2, name_key: 'kinds', value: 'b' },
  ])
  expect(await rowsOf(sql`select title, body from entity_texts`)).toEqual([{ title: 'angstrom', body: 'cafe 5 < 6' }])
  const finds = async (table: string, column: string, word: string) => {
    const query =
      database.engine === 'sqlite'
        ? sql`select 1 from ${sql.table(table)} where ${sql.table(table)} match ${`"${word}"`}`
        : sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} @@ ${`'${word}'`}::tsquery`
    return (await rowsOf(query)).length
  }
  await indexPending({ db: database, config: readConfig(place) })
  for (const word of ['angstrom', '»angstrom', 'x', 'blue', 'cafe', '«12', '6']) {
    expect([word, await finds('entity_search', 'words', word)]).toEqual([word, 1])
  }
  for (const gram of ['afe', 'ngs'])
    expect([gram, await finds('entity_search_grams', 'grams', gram)]).toEqual([gram, 1])
  expect(await finds('entity_search_comments', 'words', 'nee')).toBe(1)
  expect(await finds('people_search', 'words', 'vel')).toBe(1)
})

test('notifications of an older version are kept, and the id of a removed one is not given again', async () => {
  const database = await emptyDatabase()
  await migrate(
    database,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.startsWith('0028')),
    ),
  )
  const at = '2026-01-02T03:04:05.000Z'
  const insert = sql`insert into notifications (userid, category, entity_id, from_userid, created_at, visible_at)
    values (1, 13, 1, 1, ${at}, ${at})`
  await database.write(async (db) => {
    const statements = [
      sql`insert into users (email, email_key, firstname, lastname, name_key, created_at)
        values ('ada@example.org', 'ada@example.org', 'Ada', 'Lovelace', 'ada lovelace', ${at})`,
      sql`insert into teams (name, created_at) values ('Alpha', ${at})`,
      sql`insert into entities (type, team, userid, title, title_key, elabid, canread_base, canwrite_base, canread,
          canwrite, created_at, modified_at, metadata)
        values (1, 1, 1, 'Crystals', 'crystals', 'x-1', 30, 20, '{}', '{}', ${at}, ${at}, '{}')`,
      insert,
      insert,
      sql`delete from notifications where id = 2`,
    ]
    for (const statement of statements) await statement.execute(db)
  })
  await migrate(database)
  await database.write((db) => insert.execute(db))
  const kept = await sql`select * from notifications order by id`.execute(database.read)
  expect(kept.rows).toMatchObject(
    [1, 3].map((id) => ({ id, category: 13, entity_id: 1, visible_at: at, team_id: null })),
  )
})

test('text sorts by its bytes, and ids are never given twice', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  await database.write(async (db) => {
    const add = async (name: string) => {
      const { rows } = await sql<{ id: number }>`
        insert into teams (name, created_at) values (${name}, '') returning id`.execute(db)
      return rows[0]?.id ?? 0
    }
    const ids = [await add('b'), await add('B'), await add('é'), await add('a')]
    const { rows } = await sql<{ name: string }>`select name from teams order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(['B', 'a', 'b', 'é'])
    await sql`delete from teams where id = ${ids.at(-1)}`.execute(db)
    expect(await add('again')).toBe((ids.at(-1) ?? 0) + 1)
  })
})

test('a migration that breaks off leaves nothing half done, and the next start completes it', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const before = await shapeOf(database)
  let breaks = true
  const next: Migration = {
    name: '9998-breaks-off',
    async up(db: Kysely<unknown>) {
      await sql`create table half (id integer primary key)`.execute(db)
      await sql`alter table users add column half text`.execute(db)
      await sql`insert into half values (1)`.execute(db)
      await sql`update teams set name = 'half'`.execute(db)
      if (breaks) throw new Error('the power went off')
    },
  }
  await expect(migrate(database, [...migrations, next])).rejects.toThrow('the power went off')
  expect(await shapeOf(database)).toEqual(before)
  expect(await appliedMigrations(database.read)).not.toContain(next.name)

  breaks = false
  expect(await migrate(database, [...migrations, next])).toEqual([next.name])
  expect(Object.keys(await shapeOf(database))).toContain('half')
})

test('a process killed in the middle of a migration leaves nothing half done', async () => {
  const where = await emptyPlace()
  const database = open(where)
  onTestFinished(() => database.close())
  await migrate(database)
  const before = await shapeOf(database)
  const program = `
    import { open, migrate, sql, migrations } from ${JSON.stringify(join(root, 'test/upgrade-process.ts'))}
    const slow = { name: '9998-slow', async up(db) {
      await sql\`create table half (id integer primary key)\`.execute(db)
      await sql\`update users set firstname = 'half'\`.execute(db)
      process.stdout.write('half done\\n')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    } }
    await migrate(open(${JSON.stringify(where)}), [...migrations, slow])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await exited

  const after = open(where)
  onTestFinished(() => after.close())
  expect(await migrate(after)).toEqual([])
  expect(await shapeOf(after)).toEqual(before)
})

test('processes that start at once on an empty database do not meet', async () => {
  const instance = await emptyInstance()
  const names = ['Chemistry', 'Physics', 'Zoology']
  const outcomes = await Promise.all(
    names.map((name) => instance.aliquot(['team', 'create', '--name', name, '--json'])),
  )
  for (const { code, stderr } of outcomes) expect([code, stderr]).toEqual([0, ''])
  const teams = await instance.json<{ name: string }[]>(['team', 'list'])
  expect(teams[0]).toMatchObject({ id: 1, name: 'Default team' })
  expect(teams.map(({ name }) => name).sort()).toEqual(['Default team', ...names].sort())
  // A team starts with four statuses.
  expect(await instance.json(['verify'])).toMatchObject({ ok: true, events: 5 * teams.length })
})

test('data of a newer version stops the start with one line, and nothing is changed', async () => {
  const instance = await testInstance()
  const database = open(instance.env)
  onTestFinished(() => database.close())
  await database.write((db) => sql`insert into migrations (name, applied_at) values ('9999-future', '')`.execute(db))

  const program = join(root, 'src/main.js')
  const env = { ...passedOn(['PATH', 'NODE_COMPILE_CACHE']), ...instance.env, PORT: '0' }
  const child = spawn(process.execPath, [program], { cwd: instance.folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output).toBe(
    'The data holds migration 9999-future, which this version does not know. Start the newer version.\n',
  )

  for (const args of [['serve'], ['team', 'list'], ['verify'], ['backup', 'x.tar.zst'], ['migrate']]) {
    const { code, stderr } = await instance.aliquot(args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^aliquot: The data holds migration 9999-future, .*\n$/)
  }
  expect((await instance.aliquot(['doctor'])).stdout).toMatch(/^✗ schema .*9999-future/m)
  await expect(migrate(database)).rejects.toThrow(NewerSchema)
})

test('a schema that is not up to date is told', async () => {
  const database = await emptyDatabase()
  await expect(requireUpToDate(database)).rejects.toThrow('lacks migration 0001-init')
  await migrate(database)
  await requireUpToDate(database)
})

type Shape = Record<string, Record<string, { type: string; isNullable: boolean }>>

/** Tables with their columns, types and nullability, in terms that both engines share. */
async function shapeOf(database: Database): Promise<Shape> {
  const tables = await database.read.introspection.getTables()
  const shape: Shape = {}
  for (const { name, columns } of tables) {
    if (/^(sqlite_|(entity|people)_search_)/.test(name)) continue
    shape[name] = Object.fromEntries(
      columns
        .map((column) => {
          const type = wordFor(column.dataType.toLowerCase())
          // SQLite reports primary keys as nullable although they never are.
          const isKey = column.isAutoIncrementing || isOnlyKey(name, column.name)
          return [column.name, { type, isNullable: column.isNullable && !isKey }] as const
        })
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return shape
}

/** The common name of an engine's type. */
function wordFor(type: string): string {
  if (type.startsWith('int')) return 'number'
  return type === 'blob' || type === 'bytea' ? 'bytes' : type
}

/** Single-column keys that the database does not generate. */
function isOnlyKey(table: string, column: string): boolean {
  const keys: Record<string, string> = {
    bodies: 'entity_id',
    entity_texts: 'entity_id',
    chains: 'chain',
    idempotency: 'key_hash',
    previews: 'hash',
    servers: 'name',
    settings: 'name',
  }
  return keys[table] === column
}

async function indexesOf(database: Database): Promise<unknown[]> {
  const query =
    database.engine === 'sqlite'
      ? sql`select tbl_name as "table", sql from sqlite_schema where type = 'index' order by name`
      : sql`select tablename as "table", indexdef as sql from pg_indexes where schemaname = current_schema() order by indexname`
  return (await query.execute(database.read)).rows
}

/** The same from the types in db/schema.ts and the files it combines. */
function schemaInCode(): Shape {
  const files = globSync('src/db/tables/*/*.ts', { cwd: root })
  const text = files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const shape: Shape = {}
  for (const [, type, table = ''] of text.matchAll(/table<(\w+)>\(\)\(\{\s*name: '(\w+)'/g)) {
    const fields = new RegExp(`export interface ${type} \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
    const columns = Array.from(fields.matchAll(/^ {2}(\w+): (.+)$/gm), ([, name = '', is = '']) => {
      const type = /number/.test(is) ? 'number' : is.includes('Uint8Array') ? 'bytes' : 'text'
      return [name, { type, isNullable: is.includes('null') }] as const
    })
    shape[table] = Object.fromEntries(columns.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  expect(Object.keys(shape).length).toBeGreaterThan(20)
  return shape
}

async function emptyPlace(): Promise<{ DATA_DIR?: string; DATABASE_URL?: string }> {
  if (onPostgres) {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    return { DATABASE_URL: url }
  }
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

async function emptyDatabase(): Promise<Database> {
  const database = open(await emptyPlace())
  onTestFinished(() => database.close())
  return database
}
