import { createHash, hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import tar from 'tar-stream'
import type { Context } from '../context.ts'
import { readLastIds } from '../db/last-ids.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { inPages } from '../db/read-in-pages.ts'
import type { Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { CommandProblem, Refusal } from '../errors.ts'
import { syncFolder } from '../files/folders.ts'
import { listContents } from '../files/list-contents.ts'
import { S3Trouble } from '../files/s3-errors.ts'
import { keyOf } from '../files/store.ts'
import { VERSION } from '../version.ts'
import {
  BACKED_UP,
  type BackedUpTable,
  contentHashOf,
  FIRST_MEMBER,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Member,
  tableMember,
} from './format.ts'
import { type Opened, readAhead } from './read-ahead.ts'

const PIECE_CHARACTERS = 8 * 1024 * 1024

export interface BackupResult {
  file: string
  bytes: number
  created_at: string
  rows: number
  files: number
  /** The number of contents that are missing or incomplete, and therefore not in the archive. */
  missing: number
  /** The number of contents that differ from their hash. The archive has them as they are. */
  altered: number
  /** Names a file of each such content, at most `MOST_NAMED`. */
  problems: string[]
}

/** `verify` names them all. */
const MOST_NAMED = 100

/** Writes a snapshot of everything into one archive. The service may go on writing meanwhile. */
export async function createBackup(
  ctx: Context,
  file: string,
  onProgress: (rows: number) => void = () => {},
): Promise<BackupResult> {
  if (await exists(file)) throw new CommandProblem(`${file} is there already`)
  const part = `${file}.part`
  await rm(part, { force: true })
  // It contains password hashes, so only the owner may read it, from the first byte on.
  const handle = await open(part, 'wx', 0o600)
  try {
    const archive = new Archive()
    const written = pipeline(
      archive.pack,
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      createWriteStream('', { fd: handle.fd, autoClose: false }),
    )
    const [wrote, filled] = await Promise.allSettled([written, fill(ctx, archive, onProgress)])
    // A problem with the contents stops both sides, and so does a full disk, which only the writing side reports.
    if (filled.status === 'rejected' && (filled.reason instanceof CommandProblem || filled.reason instanceof Refusal))
      throw filled.reason
    if (wrote.status === 'rejected') throw wrote.reason
    if (filled.status === 'rejected') throw filled.reason
    const { manifest, damaged } = filled.value
    await handle.sync()
    const { size: bytes } = await handle.stat()
    await handle.close()
    await rename(part, file)
    await syncFolder(dirname(file))
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    const files = manifest.members.filter(({ name }) => contentHashOf(name) !== undefined).length
    const missing = damaged.filter(({ problem }) => problem === 'is missing').length
    const altered = damaged.length - missing
    const problems = await nameFiles(ctx.db.read, damaged.slice(0, MOST_NAMED))
    return { file, bytes, created_at: manifest.created_at, rows, files, missing, altered, problems }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

async function fill(
  ctx: Context,
  archive: Archive,
  onProgress: (rows: number) => void,
): Promise<{ manifest: Manifest; damaged: Damaged[] }> {
  try {
    await archive.add(FIRST_MEMBER, JSON.stringify({ format: FORMAT }))
    const manifest = await inSnapshot(ctx.db, async (db) => {
      const migrations = await appliedMigrations(db)
      const created_at = ctx.now()
      const rows: Record<string, number> = {}
      let done = 0
      for (const table of BACKED_UP.keys()) {
        rows[table] = await addTable(db, archive, table, (count) => onProgress(done + count))
        done += rows[table]
      }
      const lastIds = await readLastIds(db)
      return { format: FORMAT, aliquot: VERSION, engine: ctx.db.engine, created_at, migrations, rows, lastIds }
    })
    // After the tables: a file is stored before its row, so every row of the snapshot has its content by now.
    const damaged = await addFiles(ctx, archive, manifest.lastIds.uploads ?? 0)
    const whole: Manifest = { ...manifest, members: archive.members }
    await archive.add(MANIFEST, JSON.stringify(whole))
    archive.pack.finalize()
    return { manifest: whole, damaged }
  } catch (error) {
    archive.pack.destroy(error as Error)
    throw error
  }
}

async function addTable(
  db: Db,
  archive: Archive,
  table: BackedUpTable,
  onProgress: (rows: number) => void,
): Promise<number> {
  let rows = 0
  let pieces = 0
  let lines: string[] = []
  let characters = 0
  const flush = async () => {
    if (lines.length === 0) return
    await archive.add(tableMember(table, ++pieces), `${lines.join('\n')}\n`)
    lines = []
    characters = 0
  }
  for await (const page of rowsOf(db, table)) {
    for (const row of page) {
      const line = JSON.stringify(row)
      if (characters + line.length > PIECE_CHARACTERS) await flush()
      lines.push(line)
      characters += line.length
    }
    rows += page.length
    onProgress(rows)
  }
  await flush()
  return rows
}

function rowsOf(db: Db, table: BackedUpTable): AsyncGenerator<Record<string, unknown>[]> {
  const key = BACKED_UP.get(table) ?? []
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return inPages<Record<string, unknown>>(async (limit, last) => {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => sql`${last[column]}`))})` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${after} order by ${columns} limit ${limit}`.execute(db)
    return rows
  })
}

interface Damaged {
  hash: string
  problem: 'is missing' | 'has been altered'
}

/** Adds the contents of all files up to an id, each once. Returns what is wrong with some. */
async function addFiles({ db, files: { store } }: Context, archive: Archive, lastId: number): Promise<Damaged[]> {
  const damaged: Damaged[] = []
  try {
    for await (const { hash, filesize, chunks } of readAhead(store, listContents(db.read, lastId))) {
      if (!chunks) damaged.push({ hash, problem: 'is missing' })
      else if ((await archive.addStream(`files/${keyOf(hash)}`, filesize, chunks)) !== hash) {
        // Kept, because most of it may be right: `verify` names it after a restore as well.
        damaged.push({ hash, problem: 'has been altered' })
      }
    }
  } catch (error) {
    if (!(error instanceof S3Trouble)) throw error
    const read = archive.members.filter(({ name }) => contentHashOf(name) !== undefined).length
    throw new CommandProblem(`The storage of files failed after ${read} contents; no backup was written`, {
      cause: error.cause,
    })
  }
  return damaged
}

/** The first file of each content. */
function nameFiles(db: Db, damaged: readonly Damaged[]): Promise<string[]> {
  return Promise.all(
    damaged.map(async ({ hash, problem }) => {
      const file = await db
        .selectFrom('uploads')
        .select(['id', 'entity_id', 'real_name'])
        .where('hash', '=', hash)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return `file ${file?.id} of entry ${file?.entity_id} (${file?.real_name}): its content ${problem}`
    }),
  )
}

/** Writes an archive member by member and hashes each on the way. */
class Archive {
  readonly pack = tar.pack()
  readonly members: Member[] = []

  async add(name: string, text: string): Promise<void> {
    const content = Buffer.from(text, 'utf8')
    const header = { name, size: content.length, mode: 0o600 }
    await new Promise<void>((resolve, reject) => {
      const entry = this.pack.entry(header, content, (error) => (error ? reject(error) : resolve()))
      // A failure of the archive, such as a full disk, also rejects the member that is being written.
      entry.on('error', reject)
    })
    this.members.push({ name, size: content.length, sha256: hash('sha256', content) })
  }

  /** Returns the SHA-256 of what was added. */
  async addStream(name: string, size: number, content: NonNullable<Opened['chunks']>): Promise<string> {
    const digest = createHash('sha256')
    const entry = this.pack.entry({ name, size, mode: 0o600 })
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          yield chunk
        }
      },
      entry as unknown as NodeJS.WritableStream,
    )
    const sha256 = digest.digest('hex')
    this.members.push({ name, size, sha256 })
    return sha256
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
