import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import tar from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { oneFile } from '../../test/forms.ts'
import { type TestApp, testApp } from '../../test/harness.ts'
import { createPostgresDatabase } from '../../test/postgres-databases.ts'
import { testRandom } from '../../test/seed.ts'
import { type Config, readConfig } from '../config.ts'
import { ENTRY_INDEX } from '../db/entry-indexes.ts'
import { migrate } from '../db/migrate.ts'
import { type Migration, migrations } from '../db/migrations/list.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { makeCheckpoints } from '../journal/checkpoints.ts'
import { checkArchive } from './archive.ts'
import { createBackup } from './create.ts'
import { BACKED_UP, FIRST_MEMBER, MANIFEST, type Manifest, REBUILT } from './format.ts'
import { restoreBackup } from './restore.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const TABLES: string[] = [...BACKED_UP.keys()]
const SOME_FILE = `files/ab/${'ab'.repeat(32)}`

test('every table is either backed up or made anew', async () => {
  const { ctx } = await testApp()
  const tables = (await ctx.db.read.introspection.getTables()).map(({ name }) => name)
  // FTS5 keeps its index in shadow tables.
  const own = tables.filter(
    (name) => !/^((entity|people)_search\w*_(config|content|data|docsize|idx)|sqlite_\w+)$/.test(name),
  )
  const elsewhere = onPostgres ? [] : ['entity_search', 'entity_search_grams']
  expect([...own, ...elsewhere].toSorted()).toEqual([...TABLES, ...REBUILT, 'migrations'].toSorted())
})

test('a restored notebook holds the same rows, goes on counting, and is verified', async () => {
  const app = await usedNotebook()
  const file = await backupOf(app)
  const config = await emptyTarget()
  const { verdict, rows } = await restoreBackup(config, file)
  expect(verdict).toMatchObject({ ok: true, findings: [], chains: 2, checkpoints: 1 })
  expect(rows).toBeGreaterThan(20)
  const database = await openDatabase(config)
  for (const { table } of ENTRY_INDEX[database.engine].entryRows) {
    const found = await sql`select * from ${sql.table(table)}`.execute(database.read)
    expect(found.rows).toHaveLength(2)
  }
  await database.close()
  await withDatabase(config, async (db) => {
    expect(await contentOf(db)).toEqual(await contentOf(app.ctx.db.read))
    // Derived file content is made again once the service runs.
    expect(await db.selectFrom('jobs').select(['kind', 'subject']).execute()).toEqual([
      { kind: 'files', subject: 'all' },
    ])
    // The last comment was deleted: its id must not be given again.
    const { id } = await db
      .insertInto('comments')
      .values({ entity_id: 1, userid: 1, comment: 'x', immutable: 0, created_at: 'x', modified_at: 'x', version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(3)
  })
})

test('a backup restores on the other engine', { skip: !onPostgres }, async () => {
  const app = await usedNotebook()
  const onFile = await emptyTarget('sqlite')
  expect((await restoreBackup(onFile, await backupOf(app))).verdict).toMatchObject({ ok: true, findings: [] })
  await withDatabase(onFile, async (db) => expect(await contentOf(db)).toEqual(await contentOf(app.ctx.db.read)))

  const copy = join(onFile.DATA_DIR, 'copy.tar.zst')
  const database = await openDatabase(onFile)
  await createBackup({ ...app.ctx, config: onFile, db: database }, copy)
  await database.close()
  const back = await emptyTarget('postgres')
  expect((await restoreBackup(back, copy)).verdict).toMatchObject({ ok: true, findings: [] })
  await withDatabase(back, async (db) => {
    expect(await contentOf(db)).toEqual(await contentOf(app.ctx.db.read))
    const { userid } = await db
      .insertInto('users')
      .values({
        email: 'x',
        email_key: 'x',
        firstname: 'x',
        lastname: 'x',
        name_key: 'x',
        preferences: '{}',
        created_at: 'x',
        is_sysadmin: 0,
        validated: 0,
        version: 1,
      })
      .returning('userid')
      .executeTakeFirstOrThrow()
    expect(userid).toBe(2)
  })
})

test('a backup of the first version, with fewer tables and columns, is restored and brought up to date', async () => {
  const config = await emptyTarget()
  const archive = await asOf(await backupOf(await usedNotebook()), migrations.slice(0, 2))
  const { verdict } = await restoreBackup(config, archive)
  expect(verdict).toMatchObject({ ok: true, findings: [], chains: 2 })
})

test('versions of files from before they were linked are found in the journal', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const [id, other] = [await app.given.experiment(ada), await app.given.experiment(ada)]
  const as = app.as(ada)
  const add = async (path: string, name: string) =>
    (await as.postForm(`experiments/${path}`, oneFile(name, `${name} ${path}`))).id
  const v1 = await add(`${id}/uploads`, 'gel.png')
  const v2 = await add(`${id}/uploads/${v1}`, 'gel.png')
  // Looks like a replacement but is none: one file is archived, and then another one is added.
  const old = await add(`${other}/uploads`, 'old.txt')
  await as.patch(`experiments/${other}/uploads/${old}`, { action: 'archive' })
  await add(`${other}/uploads`, 'new.txt')
  const v3 = await add(`${id}/uploads/${v2}`, 'gel v3.png')
  await as.patch(`experiments/${id}/uploads/${v1}`, { state: 1 })
  await as.patch(`experiments/${id}/uploads/${v3}`, { real_name: 'gel.png' })
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0019-versions-of-files'),
  )

  const config = await emptyTarget()
  const { verdict } = await restoreBackup(config, await asOf(await backupOf(app), before))

  expect(verdict).toMatchObject({ ok: true, findings: [] })
  await withDatabase(config, async (db) => {
    const linked = db.selectFrom('uploads').select(['id', 'replaces']).where('replaces', 'is not', null)
    expect(await linked.orderBy('id').execute()).toEqual([
      { id: v2, replaces: v1 },
      { id: v3, replaces: v2 },
    ])
  })
})

/** The backup that an instance with only these migrations would have made. */
async function asOf(file: string, first: readonly Migration[]): Promise<string> {
  const columns = await columnsAfter(first)
  const members = await unpack(file)
  for (let at = members.length - 2; at > 0; at--) {
    const [name = '', text = ''] = members[at] ?? []
    const known = columns.get(/^tables\/(\w+)/.exec(name)?.[1] ?? '')
    if (known) members[at] = [name, withColumns(text, known)]
    else if (!name.startsWith('files/') || !columns.has('uploads')) members.splice(at, 1)
  }
  changeManifest(members, (manifest) => {
    manifest.migrations = first.map(({ name }) => name)
    const isThere = ([table]: [string, unknown]) => columns.has(table)
    manifest.rows = Object.fromEntries(Object.entries(manifest.rows).filter(isThere))
    manifest.lastIds = Object.fromEntries(Object.entries(manifest.lastIds).filter(isThere))
  })
  const archive = join(await makeFolder(), 'earlier.tar.zst')
  writeFileSync(archive, await pack(members))
  return archive
}

/** The columns of each table after these migrations. */
async function columnsAfter(first: readonly Migration[]): Promise<Map<string, Set<string>>> {
  const database = await openDatabase(await emptyTarget())
  try {
    await migrate(database, first)
    const tables = await database.read.introspection.getTables()
    return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
  } finally {
    await database.close()
  }
}

function withColumns(lines: string, known: ReadonlySet<string>): string {
  const cut = (line: string) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).filter(([name]) => known.has(name))))
  return lines.replace(/^.+$/gm, cut)
}

test('a restore replaces what a first start has put there', async () => {
  const file = await backupOf(await usedNotebook())
  const target = await testApp()
  expect((await restoreBackup(target.ctx.config, file)).verdict).toMatchObject({ ok: true, findings: [] })
  const teams = await target.ctx.db.read.selectFrom('teams').select('id').execute()
  expect(teams).toHaveLength(1)
})

test('a target with users or entries is refused and stays as it is', async () => {
  const file = await backupOf(await usedNotebook())
  const target = await testApp()
  await target.given.user()
  const before = await contentOf(target.ctx.db.read)
  await expect(restoreBackup(target.ctx.config, file)).rejects.toThrow('not empty, it has users')
  expect(await contentOf(target.ctx.db.read)).toEqual(before)
})

test('files come along, each content once; one that is missing is counted and leaves the rest whole', async () => {
  const app = await usedNotebook()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada)
  const large = Buffer.alloc(3_000_000, 7)
  for (const content of [large, large, Buffer.alloc(0), Buffer.from('lost')]) {
    expect(await app.as(ada).postForm(`experiments/${id}/uploads`, oneFile('a.bin', content))).toMatchObject({
      status: 201,
    })
  }
  const pathIn = (folder: string, content: Buffer) => {
    const sha256 = hash('sha256', content)
    return join(folder, 'files', sha256.slice(0, 2), sha256)
  }
  await rm(pathIn(app.ctx.config.DATA_DIR, Buffer.from('lost')))
  const file = join(app.ctx.config.DATA_DIR, 'with-files.tar.zst')
  expect(await createBackup(app.ctx, file)).toMatchObject({ files: 2, missing: 1 })
  const config = await emptyTarget()
  const { files, verdict } = await restoreBackup(config, file)
  expect(files).toBe(2)
  expect(verdict).toMatchObject({
    files: 3,
    findings: [{ table: 'files', message: expect.stringMatching(/is missing$/) }],
  })
  expect(readFileSync(pathIn(config.DATA_DIR, large)).equals(large)).toBe(true)
  expect(statSync(pathIn(config.DATA_DIR, Buffer.alloc(0))).size).toBe(0)
  expect(readdirSync(join(config.DATA_DIR, 'files/incoming'))).toEqual([])

  // A folder in its place makes it unreadable, as on a bad disk.
  mkdirSync(pathIn(app.ctx.config.DATA_DIR, Buffer.from('lost')))
  await expect(createBackup(app.ctx, join(app.ctx.config.DATA_DIR, 'unreadable.tar.zst'))).rejects.toThrow(
    `The content ${hash('sha256', 'lost')} cannot be read (EISDIR`,
  )
})

test('a backup is private, complete when it has its name, and overwrites nothing', async () => {
  const app = await usedNotebook()
  const file = await backupOf(app)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.part`)).toBe(false)
  await expect(createBackup(app.ctx, file)).rejects.toThrow('is there already')
  const manifest = await checkArchive(file)
  expect(manifest).toMatchObject({ format: 1, engine: onPostgres ? 'postgres' : 'sqlite', rows: { users: 1 } })
  expect(manifest.migrations).toEqual(migrations.map(({ name }) => name))
  // No secret is readable in it.
  const text = zstdDecompressSync(readFileSync(file)).toString('latin1')
  expect(text).not.toContain((await app.given.user()).key)
})

test('a backup that cannot be written leaves nothing behind', async () => {
  const app = await usedNotebook()
  await expect(createBackup(app.ctx, '/nowhere/b.tar.zst')).rejects.toThrow('ENOENT')
})

test('a backup names contents that were altered in the storage, and holds the rest', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada)
  for (const [name, content] of [
    ['small.txt', 'the true words'],
    ['large.bin', Buffer.alloc(3_000_000, 7)],
    ['whole.txt', 'whole'],
    ['short.txt', 'cut off'],
  ] as const) {
    await app.as(ada).postForm(`experiments/${id}/uploads`, oneFile(name, content))
  }
  const alter = (content: string | Buffer, altered: string | Buffer) => {
    const sha256 = hash('sha256', content)
    writeFileSync(join(app.ctx.config.DATA_DIR, 'files', sha256.slice(0, 2), sha256), altered)
  }
  alter('the true words', 'the fake words')
  alter(Buffer.alloc(3_000_000, 7), Buffer.alloc(3_000_000, 8))
  alter('cut off', 'cut')
  const file = join(app.ctx.config.DATA_DIR, 'altered.tar.zst')
  const made = await createBackup(app.ctx, file)
  expect(made).toMatchObject({ files: 3, missing: 1, altered: 2 })
  expect(made.problems.toSorted()).toEqual([
    `file 1 of entry ${id} (small.txt): its content has been altered`,
    `file 2 of entry ${id} (large.bin): its content has been altered`,
    `file 4 of entry ${id} (short.txt): its content is missing`,
  ])
  const { verdict } = await restoreBackup(await emptyTarget(), file)
  expect(verdict.findings.map(({ message }) => message).toSorted()).toEqual(made.problems.toSorted())
})

test('a cut-off or damaged archive is refused and the target is not touched', async () => {
  const app = await usedNotebook()
  const file = await backupOf(app)
  const whole = readFileSync(file)
  const manifest = await checkArchive(file)
  const config = await emptyTarget()
  const damaged = join(config.DATA_DIR, '../damaged.tar.zst')
  const random = testRandom()
  const cuts = Array.from({ length: 12 }, () => whole.subarray(0, random.int(0, whole.length)))
  const flips = Array.from({ length: 40 }, () => {
    const copy = Buffer.from(whole)
    const at = random.int(0, copy.length)
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << random.int(0, 8)), at)
    return copy
  })
  let refused = 0
  for (const bytes of [...cuts, ...flips]) {
    writeFileSync(damaged, bytes)
    const read = await checkArchive(damaged).catch((error: Error) => error)
    if (read instanceof Error) {
      expect(read.message).toMatch(/damaged|cut off|not a backup|no backup has|knows formats/)
      await expect(restoreBackup(config, damaged)).rejects.toThrow()
      refused++
    } else {
      // Damage in the trailer or padding of the compression: all stored data is still right.
      expect(read).toEqual(manifest)
    }
  }
  await rm(damaged)
  expect(refused).toBeGreaterThan(40)
  expect(existsSync(join(config.DATA_DIR, 'aliquot.db'))).toBe(false)
  if (onPostgres) {
    await withDatabase(config, async (db) => expect(await db.introspection.getTables()).toEqual([]))
  }
})

test.each<[string, (members: Members) => void, RegExp]>([
  [
    'a changed row',
    (members) => replace(members, /tables\/users/, (text) => text.replace('Number', 'Dumber')),
    /altered/,
  ],
  ['a missing member', (members) => members.splice(3, 1), /is missing/],
  ['a member twice', (members) => members.splice(2, 0, members[2] ?? ['', '']), /twice/],
  ['a member that the manifest does not name', (members) => members.splice(2, 0, [SOME_FILE, 'x']), /does not name/],
  ['no manifest', (members) => members.splice(-1, 1), /no manifest/],
  ['something after the manifest', (members) => members.push([SOME_FILE, 'x']), /goes on after/],
  ['another archive', (members) => members.splice(0, members.length, [SOME_FILE, 'x']), /not a backup of Aliquot/],
  ['a path that leads out', (members) => members.splice(1, 0, ['files/../../evil', 'x']), /which no backup has/],
  ['an absolute path', (members) => members.splice(1, 0, ['/etc/evil', 'x']), /which no backup has/],
  [
    'a file under another name than a hash',
    (members) => members.splice(1, 0, ['files/ab/x', 'x']),
    /which no backup has/,
  ],
  ['a hidden path', (members) => members.splice(1, 0, ['files/a/.ssh', 'x']), /which no backup has/],
  [
    'a table nobody knows',
    (members) => members.splice(1, 0, ['tables/evil/000001.ndjson', '{}']),
    /which no backup has/,
  ],
  [
    'a newer format',
    (members) => replace(members, new RegExp(`^${FIRST_MEMBER}`), () => '{"format":2}'),
    /format 2, this version knows formats up to 1/,
  ],
  [
    'a newer schema',
    (members) => changeManifest(members, (manifest) => manifest.migrations.push('9999-future')),
    /migration 9999-future, which this version does not know/,
  ],
  [
    'a row too many',
    (members) =>
      changeManifest(members, (manifest) => {
        manifest.rows.users = 7
      }),
    /users should have 7 rows/,
  ],
])('an archive with %s is refused', async (_name, tamper, message) => {
  const file = await backupOf(await usedNotebook())
  const members = await unpack(file)
  tamper(members)
  const config = await emptyTarget()
  const forged = join(config.DATA_DIR, 'forged.tar.zst')
  writeFileSync(forged, await pack(members))
  await expect(restoreBackup(config, forged)).rejects.toThrow(message)
  expect(existsSync(join(config.DATA_DIR, 'aliquot.db'))).toBe(false)
  expect(readdirSync(config.DATA_DIR)).toEqual(['forged.tar.zst'])
})

test('links in an archive are refused', async () => {
  const config = await emptyTarget()
  const archive = tar.pack()
  archive.entry({ name: FIRST_MEMBER }, '{"format":1}')
  archive.entry({ name: 'files/link', type: 'symlink', linkname: '/etc' })
  archive.finalize()
  const forged = join(config.DATA_DIR, 'forged.tar.zst')
  writeFileSync(forged, zstdCompressSync(await collect(archive)))
  await expect(restoreBackup(config, forged)).rejects.toThrow(/which no backup has/)
})

test('a restore that fails half way leaves the target as it was', async () => {
  const app = await usedNotebook()
  const members = await unpack(await backupOf(app))
  // A valid archive whose rows the database refuses: a comment on a missing entry.
  replace(members, /tables\/comments/, (text) => text.replace(/"entity_id":\d+/, '"entity_id":999'))
  changeManifest(members, () => {})
  const target = await testApp()
  const forged = join(target.ctx.config.DATA_DIR, 'forged.tar.zst')
  writeFileSync(forged, await pack(members))
  const before = await contentOf(target.ctx.db.read)
  await expect(restoreBackup(target.ctx.config, forged)).rejects.toThrow(/foreign key/i)
  expect(await contentOf(target.ctx.db.read)).toEqual(before)
})

test('what had been altered before the backup is told after the restore', async () => {
  const app = await usedNotebook()
  await sql`update users set firstname = 'Mallory'`.execute(app.ctx.db.streaming)
  const config = await emptyTarget()
  const { verdict } = await restoreBackup(config, await backupOf(app))
  expect(verdict.findings).toMatchObject([{ table: 'users', id: 1 }])
})

async function usedNotebook(): Promise<TestApp> {
  const app = await testApp()
  const user = await app.given.user()
  const lists = JSON.stringify({ teams: [1], teamgroups: [], users: [] })
  const body = `<p>${'Größe 😀 "quoted" \\ back '.repeat(200)}</p>`
  const entry = await app.given.experiment(user, { title: 'Ångström', body, canread: lists, tags: ['pcr', 'x y'] })
  await app.given.experiment(user)
  await app.as(user).post(`experiments/${entry}/comments`, { comment: 'line one\nline two\t"' })
  const { id } = await app.as(user).post(`experiments/${entry}/comments`, { comment: 'gone' })
  await app.as(user).delete(`experiments/${entry}/comments/${id}`)
  await makeCheckpoints(app.ctx)
  return app
}

async function backupOf(app: TestApp): Promise<string> {
  const folder = await makeFolder()
  const file = join(folder, 'notebook.tar.zst')
  await createBackup(app.ctx, file)
  return file
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The settings of an instance that has never been started. */
async function emptyTarget(engine: 'sqlite' | 'postgres' = onPostgres ? 'postgres' : 'sqlite'): Promise<Config> {
  const folder = join(await makeFolder(), 'data')
  mkdirSync(folder)
  if (engine === 'sqlite') return readConfig({ DATA_DIR: folder })
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  return readConfig({ DATA_DIR: folder, DATABASE_URL: url, DATABASE_POOL: '4' })
}

async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(config)
  try {
    await database.write(work)
  } finally {
    await database.close()
  }
}

async function contentOf(db: Db): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const [table, key] of BACKED_UP) {
    const { rows } = await sql`
      select * from ${sql.table(table)} order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db)
    content[table] = rows
  }
  const { rows } = await sql`
    select type, team, userid, state, canread_base, sum(total) as total from entity_counts
    group by type, team, userid, state, canread_base having sum(total) <> 0 order by state`.execute(db)
  // PostgreSQL returns the sum as another type.
  content.entity_counts = rows.map((row) => ({ ...(row as object), total: Number((row as { total: unknown }).total) }))
  return content
}

type Members = [name: string, text: string][]

async function unpack(file: string): Promise<Members> {
  const extract = tar.extract()
  extract.end(zstdDecompressSync(readFileSync(file)))
  const members: Members = []
  for await (const entry of extract) members.push([entry.header.name, (await collect(entry)).toString('utf8')])
  return members
}

async function pack(members: Members): Promise<Buffer> {
  const archive = tar.pack()
  for (const [name, text] of members) archive.entry({ name }, text)
  archive.finalize()
  return zstdCompressSync(await collect(archive))
}

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function replace(members: Members, name: RegExp, change: (text: string) => string): void {
  for (const member of members) {
    if (!name.test(member[0])) continue
    const changed = change(member[1])
    expect(changed).not.toBe(member[1])
    member[1] = changed
  }
}

/** Changes the manifest and updates its hashes to the current members. */
function changeManifest(members: Members, change: (manifest: Manifest) => void): void {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const last = members.at(-1)
  if (last?.[0] !== MANIFEST) throw new Error('The manifest is not the last member')
  const manifest: Manifest = JSON.parse(last[1])
  manifest.members = members.slice(0, -1).map(([name, text]) => ({
    name,
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  change(manifest)
  last[1] = JSON.stringify(manifest)
}
