import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { migrations } from '../../db/migrations/list.ts'
import { filesFolder } from '../../files/files.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { showPresence } from '../../servers/presence.ts'
import { Probe } from './probe.ts'

declare module '../../context.ts' {
  interface Context {
    /** Created on first use. */
    readiness: { probes: Probes | undefined }
  }
}

const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** The problems that keep the service from working, a phrase each. They name no paths and no hosts. */
export async function findProblems(ctx: Context): Promise<string[]> {
  const { reading, writing, disk, bucket } = probesOf(ctx)
  const [read, write, ...others] = await Promise.all([reading.ask(), writing.ask(), disk.ask(), bucket?.ask()])
  return [read ?? write, ...others].filter((problem) => problem !== undefined)
}

/** The same answer as `/readyz` gives. */
export async function isBucketWell(ctx: Context): Promise<boolean> {
  return (await probesOf(ctx).bucket?.ask()) === undefined
}

interface Probes {
  reading: Probe
  writing: Probe
  disk: Probe
  bucket: Probe | undefined
}

function probesOf(ctx: Context): Probes {
  ctx.readiness.probes ??= makeProbes(ctx)
  return ctx.readiness.probes
}

function makeProbes(ctx: Context): Probes {
  const soon = { goodMs: 1000, badMs: 1000 }
  const failedUploads = () => ctx.counters.troubles.get('files')
  return {
    reading: new Probe(() => findReadProblem(ctx), { ...soon, tooSlow: 'database: it does not answer' }),
    // Anybody may ask, and each write costs a disk flush.
    writing: new Probe(() => findWriteProblem(ctx), {
      goodMs: 5000,
      badMs: 1000,
      tooSlow: 'database: changes take too long',
    }),
    disk: new Probe(() => findDiskProblem(ctx), { ...soon, tooSlow: 'disk: writing takes too long' }),
    // Checked once a minute, and again after a failed upload.
    bucket: ctx.config.FILES_URL
      ? new Probe(() => findBucketProblem(ctx), {
          goodMs: 60_000,
          badMs: 5000,
          tooSlow: 'files: the bucket does not answer',
          voidWith: failedUploads,
        })
      : undefined,
  }
}

async function findReadProblem(ctx: Context): Promise<string | undefined> {
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

/** Really writes: a readable database may still refuse every write. */
async function findWriteProblem(ctx: Context): Promise<string | undefined> {
  try {
    await showPresence(ctx)
    return undefined
  } catch (error) {
    ctx.log.warn({ err: error }, 'readiness: the database takes no changes')
    return 'database: it takes no changes'
  }
}

async function findDiskProblem(ctx: Context): Promise<string | undefined> {
  const { DATA_DIR, DATABASE_URL } = ctx.config
  try {
    // With PostgreSQL nothing may have needed the folder yet.
    if (DATABASE_URL) await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(DATA_DIR)
    if (bavail * bsize < LEAST_FREE_BYTES) return `disk: only ${formatBytes(bavail * bsize)} are free`
    const files = filesFolder(ctx.config)
    // The files may be on another disk.
    for (const folder of new Set([DATA_DIR, existsSync(files) ? files : DATA_DIR])) await tryWriting(folder)
    return undefined
  } catch (error) {
    ctx.log.warn({ err: error }, 'readiness: the data folder cannot be written')
    return 'disk: the data folder cannot be written'
  }
}

/** Permissions are not enough: the disk may be read-only, full or broken. So write and flush some bytes. */
async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(path, PROBE_BYTES, { mode: 0o600, flag: 'wx', flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

const PROBE_BYTES = Buffer.alloc(4096, 'probe')

async function findBucketProblem(ctx: Context): Promise<string | undefined> {
  try {
    await ctx.files.store.check()
    return undefined
  } catch (error) {
    ctx.log.warn({ err: error }, 'readiness: the bucket cannot be used')
    return 'files: the bucket cannot be used'
  }
}
