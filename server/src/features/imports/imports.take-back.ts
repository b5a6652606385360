import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import { Refusal, Unavailable, Unprocessable } from '../../errors.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { removeArchive } from './imports.archives.ts'
import { importerOf } from './imports.importer.ts'
import { recordImport } from './imports.journal.ts'
import { readOptions } from './imports.options.ts'
import * as repo from './imports.repo.ts'
import { Stopped } from './imports.run.ts'
import { undoEntries } from './imports.undo.ts'

/** An import whose request waits, and that has shown no sign of life for this long, has ended with its process. */
export const REQUEST_LEASE_MS = 15 * 60_000

/** Shows that the import of a request is alive while it is worked on, also when one entry takes long. */
export async function keepingLease<T>(ctx: Context, { id }: ImportRow, work: () => Promise<T>): Promise<T> {
  const renew = () => ctx.db.write((db) => repo.renew(db, { id, process: PROCESS_NAME, at: ctx.now() }))
  const renewing = setInterval(() => renew().catch(() => {}), REQUEST_LEASE_MS / 15).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}

interface Why {
  refusal?: Refusal
  /** Only if the row is as it was then: its process may be alive after all. */
  asSeen?: boolean
}

/** Takes back what the import of a request made that could not come to its end. */
export async function undoFailed(ctx: Context, seen: ImportRow, why: Why = {}): Promise<void> {
  const row = await claim(ctx, seen, why)
  if (row) await keepingLease(ctx, row, () => takeBack(ctx, row, why))
}

/** Nothing if it has ended, or if somebody else takes it back. */
async function claim(ctx: Context, seen: ImportRow, { asSeen = false }: Why): Promise<ImportRow | undefined> {
  const { id, process } = seen
  return ctx.db.write(async (db) => {
    const [row] = await repo.hold(db, { id })
    if (row?.state !== 'running' || row.process === null || row.process !== process) return undefined
    if (asSeen ? row.modified_at !== seen.modified_at : row.phase !== 'import') return undefined
    return repo.update(db, id, { phase: 'undo', process: PROCESS_NAME, modified_at: ctx.now() })
  })
}

async function takeBack(ctx: Context, row: ImportRow, { refusal }: Why): Promise<void> {
  const { id } = row
  try {
    const actor = await importerOf(ctx, row)
    const { signal } = new AbortController()
    await undoEntries({ ctx, row, options: readOptions(row), actor, signal })
    await end(ctx, row, refusal ?? new Unprocessable('import.interrupted'))
  } catch (error) {
    if (error instanceof Stopped) return
    if (error instanceof Unavailable) throw error
    // What it made stays, and the admins of the team may undo it: nobody else would ever end it.
    ctx.log.error({ err: error, import: id }, 'what an import made could not be taken back')
    await end(ctx, row, error instanceof Refusal ? error : new Unprocessable('import.broken'))
  }
}

async function end(ctx: Context, { id, userid, via, address, archive }: ImportRow, refusal: Refusal): Promise<void> {
  const { code, message, reason, field, params } = refusal.answer
  const error = JSON.stringify({ code, message, reason, ...(field && { field }), ...(params && { params }) })
  await change(ctx, { userid, via, address }, async (work) => {
    const [before] = await repo.hold(work.db, { id })
    if (before?.state !== 'running' || before.process !== PROCESS_NAME) throw new Stopped()
    await repo.removeAddresses(work.db, { id })
    const ended = { phase: 'import', state: 'failed', error, archive: null, expires_at: null, process: null }
    const after = await repo.update(work.db, id, { ...ended, modified_at: work.at })
    await recordImport(work, after, 'updated', { before: 'running' })
  })
  await removeArchive(ctx, archive)
}
