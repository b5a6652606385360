import { STORED_EXPORT_STATE } from '@aliquot/contract/stored-exports'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/jobs.repo.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { SYSTEM } from '../../journal/record.ts'
import { listExportFiles, removeExportFile } from './stored-exports.files.ts'
import { EXPORT_JOB } from './stored-exports.job.ts'
import { recordStored } from './stored-exports.journal.ts'
import * as repo from './stored-exports.repo.ts'

const LOOK_EVERY_MS = 3_600_000
/** A file whose row is not stored yet is younger. */
const LONELY_MS = 24 * 3_600_000

/** Removes exports whose time is over, and goes on with those that nothing goes on with, until stopped. */
export function startExportsCleanUp(ctx: Context): { stop(): Promise<void> } {
  const look = () =>
    lookThrough(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'exports: could not clean up'))
  let running: Promise<unknown> = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, LOOK_EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

async function lookThrough(ctx: Context): Promise<void> {
  await removeExpired(ctx)
  await resumeForgotten(ctx)
}

const GOING = JSON.stringify([STORED_EXPORT_STATE.waiting, STORED_EXPORT_STATE.running])

/** After a restore there are exports without their jobs. */
export async function resumeForgotten(ctx: Context): Promise<void> {
  for (const { id, userid } of await repo.listWithoutJob(ctx.db.read, { kind: EXPORT_JOB, states: GOING })) {
    const job = { kind: EXPORT_JOB, subject: String(id), at: ctx.now(), person: userid }
    await ctx.db.write((db) => enqueue(db, job))
    announceJobs()
  }
}

export async function removeExpired(ctx: Context): Promise<void> {
  for (const { id } of await repo.listExpired(ctx.db.read, { at: ctx.now() })) await removeIfExpired(ctx, id)
  const old = (await listExportFiles(ctx)).filter(({ age }) => age > LONELY_MS).map(({ name }) => name)
  if (old.length === 0) return
  const known = await repo.listFiles(ctx.db.read, { names: JSON.stringify(old) })
  const kept = new Set(known.map(({ file }) => file))
  for (const name of old) if (!kept.has(name)) await removeExportFile(ctx, name)
}

async function removeIfExpired(ctx: Context, id: number): Promise<void> {
  const file = await change(ctx, SYSTEM, async (work) => {
    const [row] = await repo.hold(work.db, { id })
    if (!row || row.expires_at > work.at) return null
    await repo.remove(work.db, { id })
    await recordStored(work, row, 'deleted')
    work.tell(row.userid, 'jobs')
    return row.file
  })
  await removeExportFile(ctx, file)
}
