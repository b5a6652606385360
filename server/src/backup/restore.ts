import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import { hasTable, insertJson } from '../db/dialect.ts'
import { appliedMigrations, applyNext, requireKnown } from '../db/migrate.ts'
import { migrations } from '../db/migrations/list.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'
import { type Verdict, verify } from '../journal/verify.ts'
import { type ArchiveMember, checkArchive, readMembers, readText } from './archive.ts'
import { BACKED_UP, filePathOf, type Manifest, REBUILT, tableOf } from './format.ts'
import { writeLastIds } from './last-ids.ts'
import { rebuildDerived } from './rebuild.ts'

export interface RestoreResult {
  created_at: string
  rows: number
  files: number
  verdict: Verdict
}

/**
 * Puts the content of a backup into an instance that has none yet, on either engine. The archive is checked as a whole
 * first; whatever fails later leaves the instance as it was.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<RestoreResult> {
  const manifest = await checkArchive(file, onProgress)
  requireKnown(manifest.migrations, migrations)
  const folder = join(config.DATA_DIR, 'files')
  await requireNoFiles(folder)
  const wasThere = config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, 'aliquot.db'))
  const database = await openDatabase(config)
  let isDone = false
  try {
    await database.write((db) => replaceAll(db, file, manifest, folder))
    isDone = true
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    const files = manifest.members.filter(({ name }) => name.startsWith('files/')).length
    return { created_at: manifest.created_at, rows, files, verdict: await verify(database) }
  } finally {
    await database.close()
    if (!isDone) await clearUp(config, folder, wasThere)
  }
}

async function clearUp(config: Config, folder: string, wasThere: boolean): Promise<void> {
  // Both were empty or not there before.
  for (const path of [folder, `${folder}.restoring`]) await rm(path, { recursive: true, force: true })
  // Opening SQLite made the file; a target that had none has none again.
  const file = join(config.DATA_DIR, 'aliquot.db')
  if (!wasThere) for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true })
}

/**
 * All of it in one transaction. Here more than the database is awaited: an instance without content has nobody who
 * waits, and reading the archive ahead would need the memory for it.
 */
async function replaceAll(db: Db, file: string, manifest: Manifest, folder: string): Promise<void> {
  await requireEmpty(db)
  await dropTables(db)
  await migrateTo(db, manifest.migrations)
  // What the migrations put there is in the backup too. Of an earlier version it has fewer tables.
  for (const table of Object.keys(BACKED_UP).reverse()) {
    if (await hasTable(db, table)) await sql`delete from ${sql.table(table)}`.execute(db)
  }
  const staging = `${folder}.restoring`
  await rm(staging, { recursive: true, force: true })
  const known = new Map(manifest.members.map(({ name, sha256 }) => [name, sha256]))
  for await (const member of readMembers(file)) await putMember(db, file, member, known, staging)
  await writeLastIds(db, manifest.lastIds)
  while ((await applyNext(db as unknown as Kysely<unknown>)) !== undefined);
  await rebuildDerived(db)
  if (existsSync(staging)) {
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  }
}

async function putMember(
  db: Db,
  file: string,
  member: ArchiveMember,
  known: ReadonlyMap<string, string>,
  staging: string,
): Promise<void> {
  const { name } = member
  const table = tableOf(name)
  const path = filePathOf(name)
  const digest = createHash('sha256')
  if (table) {
    const text = await readText(file, member)
    digest.update(text)
    await insertJson(db, table, `[${text.trimEnd().replaceAll('\n', ',')}]`)
  } else if (path !== undefined) {
    await mkdir(dirname(join(staging, path)), { recursive: true, mode: 0o700 })
    await pipeline(
      member.content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          yield chunk
        }
      },
      createWriteStream(join(staging, path), { mode: 0o600, flush: true }),
    )
  } else {
    await readText(file, member)
    return
  }
  // It was right a moment ago, when all was checked.
  if (digest.digest('hex') !== known.get(name)) throw new Unprocessable(`${file} was changed while it was being read`)
}

/** A restore never mixes two instances: the target may hold no more than a first start puts there. */
async function requireEmpty(db: Db): Promise<void> {
  const applied = await appliedMigrations(db)
  requireKnown(applied, migrations)
  for (const [table, most] of Object.entries({ users: 0, entities: 0, apikeys: 0, comments: 0, teams: 1 })) {
    if (!(await hasTable(db, table))) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    if ((rows[0]?.count ?? 0) > most) {
      throw new Unprocessable(`this instance is not empty, it has ${table}: restore into a fresh one`)
    }
  }
}

async function requireNoFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0) throw new Unprocessable(`${folder} is not empty: restore into a fresh instance`)
}

async function dropTables(db: Db): Promise<void> {
  for (const table of ['migrations', ...REBUILT, ...Object.keys(BACKED_UP).reverse()]) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
  }
}

/** The schema as it was when the backup was made. */
async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  const then = migrations.filter(({ name }) => names.includes(name))
  while ((await applyNext(db as unknown as Kysely<unknown>, then)) !== undefined);
}
