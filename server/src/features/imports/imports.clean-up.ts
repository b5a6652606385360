import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import { SYSTEM } from '../../journal/record.ts'
import { fateOf } from '../../lib/process-name.ts'
import { listArchives, removeArchive } from './imports.archives.ts'
import { recordImport } from './imports.journal.ts'
import * as repo from './imports.repo.ts'
import { REQUEST_LEASE_MS, undoFailed } from './imports.take-back.ts'

const LOOK_EVERY_MS = 3_600_000
/** A file whose row is not stored yet is younger. */
const LONELY_MS = 24 * 3_600_000

/** Removes the files of imports that nobody went on with, until stopped. */
export function startImportsCleanUp(ctx: Context): { stop(): Promise<void> } {
  const cleanUp = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => ctx.log.warn({ err: error }, 'imports: could not clean up'))
  const look = async (startedAt?: string) => {
    await cleanUp(() => endInterrupted(ctx, startedAt))
    await cleanUp(() => removeExpired(ctx))
  }
  let running: Promise<unknown> = look(ctx.now())
  const timer = setInterval(() => {
    running = running.then(() => look())
  }, LOOK_EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

export async function removeExpired(ctx: Context): Promise<void> {
  for (const row of await repo.listExpired(ctx.db.read, { at: ctx.now() })) await dropArchive(ctx, row)
  const old = (await listArchives(ctx)).filter(({ age }) => age > LONELY_MS).map(({ name }) => name)
  if (old.length === 0) return
  const known = await repo.listArchiveNames(ctx.db.read, { names: JSON.stringify(old) })
  const kept = new Set(known.map(({ archive }) => archive))
  for (const name of old) if (!kept.has(name)) await removeArchive(ctx, name)
}

/** Of a row as it was seen: what became of it since is looked at. */
export async function dropArchive(ctx: Context, { id, archive, state }: ImportRow): Promise<void> {
  const isDropped = await change(ctx, SYSTEM, async (work) => {
    const [before] = await repo.hold(work.db, { id })
    // Somebody has started it meanwhile, and needs the file.
    if (before?.archive !== archive || before.state !== state) return false
    const after = state === 'previewed' ? { state: 'stopped' } : {}
    const row = await repo.update(work.db, id, { ...after, archive: null, expires_at: null })
    await recordImport(work, row, 'updated', { before: state })
    return true
  })
  if (isDropped) await removeArchive(ctx, archive)
}

/**
 * Ends the imports whose request ended with its process: whoever asked has got no answer. At the start of this process,
 * one of before that has its name has ended.
 */
export async function endInterrupted(ctx: Context, startedAt = ''): Promise<void> {
  const deadSince = new Date(Date.parse(ctx.now()) - REQUEST_LEASE_MS).toISOString()
  for (const row of await repo.listOfRequests(ctx.db.read, { most: 100 })) {
    const fate = fateOf(row.process ?? '')
    const isEarlier = fate === 'ended' || (fate === 'this one' && row.modified_at < startedAt)
    if (!isEarlier && row.modified_at >= deadSince) continue
    await undoFailed(ctx, row, { asSeen: true }).catch((error: unknown) =>
      ctx.log.warn({ err: error, import: row.id }, 'imports: one that was interrupted waits for its end'),
    )
  }
}
