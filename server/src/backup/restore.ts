import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import { hasTable, insertJson, refreshStatistics } from '../db/dialect.ts'
import { writeLastIds } from '../db/last-ids.ts'
import { appliedMigrations, applyNext, requireKnown } from '../db/migrate.ts'
import { migrations } from '../db/migrations/list.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { CommandProblem } from '../errors.ts'
import { indexPending, markDoubtful } from '../features/search/indexing/keep-indexed.ts'
import { type Files, openFiles } from '../files/files.ts'
import { forget, receive } from '../files/incoming.ts'
import { type Verdict, verify } from '../verify/verify.ts'
import { type ArchiveMember, checkArchive, readMembers, readText } from './archive.ts'
import { BACKED_UP, contentHashOf, type Manifest, REBUILT, tableOf } from './format.ts'
import { rebuildDerived } from './rebuild.ts'

export interface RestoreResult {
  created_at: string
  rows: number
  files: number
  verdict: Verdict
}

/**
 * Restores a backup into an empty instance on either engine. The whole archive is checked first; a later failure leaves
 * the instance unchanged.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<RestoreResult> {
  const manifest = await checkArchive(file, onProgress)
  requireKnown(manifest.migrations, migrations)
  const files = await openFiles(config)
  await requireNoFiles(files)
  const wasThere = config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, 'aliquot.db'))
  const database = await openDatabase(config)
  let isDone = false
  try {
    await database.write((db) => replaceAll(db, file, manifest, files), { takesLong: true })
    isDone = true
    await markDoubtful(database, config)
    await indexPending({ db: database, config })
    await refreshStatistics(database.streaming)
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    const verdict = await verify(database, undefined, files)
    return { created_at: manifest.created_at, rows, files: hashesIn(manifest).length, verdict }
  } finally {
    await database.close()
    if (!isDone) await clearUp(config, files, manifest, wasThere)
  }
}

function hashesIn({ members }: Manifest): string[] {
  return members.flatMap(({ name }) => contentHashOf(name) ?? [])
}

async function clearUp(config: Config, { store }: Files, manifest: Manifest, wasThere: boolean): Promise<void> {
  for (const hash of hashesIn(manifest)) await store.remove(hash)
  // Opening SQLite created the files, so remove them if there were none before.
  if (wasThere) return
  for (const file of ['aliquot.db', 'search.db']) {
    for (const end of ['', '-wal', '-shm']) await rm(join(config.DATA_DIR, file + end), { force: true })
  }
}

/**
 * Restores everything in one transaction. Here it awaits more than the database, which is fine: nobody else uses an
 * empty instance, and reading the archive ahead would take its size in memory.
 */
async function replaceAll(db: Db, file: string, manifest: Manifest, files: Files): Promise<void> {
  await requireEmpty(db)
  await dropTables(db)
  await migrateTo(db, manifest.migrations)
  // The rows that migrations insert are in the backup too. A backup of an earlier version has fewer tables.
  for (const table of [...BACKED_UP.keys()].reverse()) {
    if (await hasTable(db, table)) await sql`delete from ${sql.table(table)}`.execute(db)
  }
  const known = new Map(manifest.members.map(({ name, sha256 }) => [name, sha256]))
  for await (const member of readMembers(file)) await putMember(db, file, member, known, files)
  await writeLastIds(db, manifest.lastIds)
  while ((await applyNext(db as unknown as Kysely<unknown>)) !== undefined);
  await rebuildDerived(db)
}

async function putMember(
  db: Db,
  file: string,
  member: ArchiveMember,
  known: ReadonlyMap<string, string>,
  files: Files,
): Promise<void> {
  const { name } = member
  const table = tableOf(name)
  const contentHash = contentHashOf(name)
  // It matched a moment ago, when the whole archive was checked.
  const requireSame = (sha256: string) => {
    if (sha256 !== known.get(name)) throw new CommandProblem(`${file} was changed while it was being read`)
  }
  if (contentHash !== undefined) {
    const received = await receive(files, member.content)
    requireSame(received.hash)
    // Stored under its original name: `verify` reports content that was already damaged in the backup.
    await files.store.put(received, contentHash)
    await forget(files, received.path)
    return
  }
  const text = await readText(file, member)
  if (!table) return
  requireSame(hash('sha256', text))
  await insertJson(db, table, `[${text.trimEnd().replaceAll('\n', ',')}]`)
}

/** A restore never mixes two instances: the target may only hold what a first start creates. */
async function requireEmpty(db: Db): Promise<void> {
  const applied = await appliedMigrations(db)
  requireKnown(applied, migrations)
  for (const [table, most] of Object.entries({ users: 0, entities: 0, apikeys: 0, comments: 0, teams: 1 })) {
    if (!(await hasTable(db, table))) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    if ((rows[0]?.count ?? 0) > most) {
      throw new CommandProblem(`this instance is not empty, it has ${table}: restore into a fresh one`)
    }
  }
}

async function requireNoFiles({ store }: Files): Promise<void> {
  for await (const name of store.list()) {
    throw new CommandProblem(`the file store is not empty, it has ${name}: restore into a fresh instance`)
  }
}

async function dropTables(db: Db): Promise<void> {
  for (const table of ['migrations', ...REBUILT, ...[...BACKED_UP.keys()].reverse()]) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
  }
}

/** Migrates to the schema of the time of the backup. */
async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  const then = migrations.filter(({ name }) => names.includes(name))
  while ((await applyNext(db as unknown as Kysely<unknown>, then)) !== undefined);
}
