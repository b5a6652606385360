import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { migrations } from '../../db/migrations/list.ts'
import { formatBytes } from '../../lib/bytes.ts'

const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** What keeps the service from doing its work right now, a phrase each. They name no paths and no hosts. */
export async function findProblems(ctx: Context): Promise<string[]> {
  const found = await Promise.all([findDatabaseProblem(ctx), findDiskProblem(ctx)])
  return found.filter((problem) => problem !== undefined)
}

async function findDatabaseProblem(ctx: Context): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(ctx.db.read)
    const applied = new Set(rows.map(({ name }) => name))
    const isCurrent = applied.size === migrations.length && migrations.every(({ name }) => applied.has(name))
    return isCurrent ? undefined : 'database: its schema is not the one of this version'
  } catch (error) {
    ctx.log.warn({ err: error }, 'readiness: the database does not answer')
    return 'database: it does not answer'
  }
}

async function findDiskProblem(ctx: Context): Promise<string | undefined> {
  const { DATA_DIR } = ctx.config
  try {
    // With PostgreSQL nothing may have needed the folder yet.
    if (ctx.db.engine === 'postgres') await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(DATA_DIR)
    if (bavail * bsize < LEAST_FREE_BYTES) return `disk: only ${formatBytes(bavail * bsize)} are free`
    await tryWriting(DATA_DIR)
    return undefined
  } catch (error) {
    ctx.log.warn({ err: error }, 'readiness: the data folder cannot be written')
    return 'disk: the data folder cannot be written'
  }
}

/** Rights alone do not tell: the disk may be mounted read-only, or out of inodes. */
async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomUUID()}`)
  const file = await open(path, 'wx')
  await file.close()
  await rm(path)
}
