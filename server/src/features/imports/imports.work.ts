import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { engineOf, hasRoundTrips } from '../../db/dialect.ts'
import type { ImportRow } from '../../db/schema.ts'
import { InvalidInput, Refusal, Unavailable, Unprocessable } from '../../errors.ts'
import { inOrder } from '../../lib/in-order.ts'
import { Turns } from '../../lib/turns.ts'
import { archivePath, hasArchive, removeArchive } from './imports.archives.ts'
import { importerOf, requireOwner } from './imports.importer.ts'
import { recordImport } from './imports.journal.ts'
import { linkEntries } from './imports.link.ts'
import { readOptions } from './imports.options.ts'
import { lookAhead } from './imports.preview.ts'
import * as repo from './imports.repo.ts'
import { type Run, Stopped } from './imports.run.ts'
import { openSource } from './imports.sources.ts'
import { undoEntries } from './imports.undo.ts'
import { writeEntry } from './imports.write.ts'
import type { IncomingEntry } from './incoming.ts'
import type { Source } from './source.ts'

/** Does what an import waits for, from where it was. A refusal is its end, and what it says is kept. */
export async function workOn(ctx: Context, id: number, signal: AbortSignal): Promise<void> {
  const row = await begin(ctx, id)
  if (!row) return
  try {
    const run: Run = { ctx, row, options: readOptions(row), actor: await actorOf(ctx, row), signal }
    await PHASES[row.phase as keyof typeof PHASES](run)
  } catch (error) {
    if (error instanceof Stopped) return
    // It goes on with the next start, or once the database is back.
    if (signal.aborted || error instanceof Unavailable) throw error
    const refusal = error instanceof Refusal ? error : new Unprocessable('import.broken')
    if (refusal !== error) ctx.log.error({ err: error, import: id }, 'an import failed')
    await fail(ctx, row, refusal)
  } finally {
    ctx.signals.tell(row.userid, 'jobs')
  }
}

/** Ends an import that ended its process again and again, or never found what it needs. What came in stays. */
export async function giveUp(ctx: Context, id: number): Promise<void> {
  const row = await begin(ctx, id)
  if (!row) return
  ctx.log.error({ import: id }, 'an import was given up after too many attempts')
  await fail(ctx, row, new Unprocessable('import.broken'))
  ctx.signals.tell(row.userid, 'jobs')
}

const PHASES = {
  preview: async (run: Run) => {
    const preview = await read(run, (source) => lookAhead(run, source))
    const set = { state: 'previewed', preview: JSON.stringify(preview), total: preview.entries, done: 0 }
    await end(run.ctx, run.row, set, run.actor)
  },
  import: async (run: Run) => {
    await importEntries(run)
    await endImport(run)
  },
  undo: async (run: Run) => {
    await undoEntries(run)
    const { ctx, row, actor } = run
    await end(ctx, row, { state: 'undone', archive: null, expires_at: null }, actor)
    await removeArchive(ctx, row.archive)
  },
}

export async function endImport({ ctx, row, actor }: Run): Promise<void> {
  await end(ctx, row, { state: 'done', archive: null, expires_at: null, process: null }, actor)
  await removeArchive(ctx, row.archive)
}

/** Brings in what is not here yet, and then ties the entries to each other. */
export async function importEntries(run: Run): Promise<void> {
  const { ctx, row } = run
  // Rights may have changed since it was asked for.
  if (row.owner !== row.userid) await requireOwner(ctx, run.actor, row.owner)
  // What is wrong with the source is found before anything is made.
  const count = (source: Source) => source.countRows?.() ?? countEntries(run, source)
  const total = row.total ?? (await read(run, count))
  if (total === 0) throw new InvalidInput('import.no_entries', { field: 'file' })
  if (row.total === null) await ctx.db.write((db) => repo.update(db, row.id, { total }))
  await read(run, async (source) => {
    for await (const _ of inOrder(numbered(run, source), { lanes: lanesFor(run, source) }, ([entry, number]) =>
      writeEntry(run, entry, number),
    )) {
      ctx.signals.tell(row.userid, 'jobs')
    }
  })
  await linkEntries(run)
}

async function* numbered({ signal }: Run, source: Source): AsyncGenerator<[entry: IncomingEntry, number: number]> {
  let number = 0
  for await (const entry of source.entries()) {
    signal.throwIfAborted()
    number++
    yield [entry, number]
  }
}

const LANES = 16

/**
 * Rows of a table need nothing of their source any more, and changes that arrive together share a commit on SQLite. On
 * PostgreSQL they would only wait for the counts of their import.
 */
function lanesFor({ ctx }: Run, { countRows }: Source): number {
  return countRows && !hasRoundTrips(engineOf(ctx.db.read)) ? LANES : 1
}

async function countEntries({ signal }: Run, source: Source): Promise<number> {
  let total = 0
  const turns = new Turns()
  for await (const _ of source.entries()) {
    signal.throwIfAborted()
    total++
    await turns.rest()
  }
  return total
}

async function read<T>({ ctx, row, options, signal }: Run, work: (source: Source) => Promise<T>): Promise<T> {
  if (!(await hasArchive(ctx, row.archive))) throw await missingArchive(ctx)
  const { table, is_reference: isReference, template } = options
  const path = archivePath(ctx.files, row.archive ?? '')
  const hasTemplate = template !== null
  const source = await openSource(row.format, path, { signal, table, isReference, hasTemplate })
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

/** Another server may have the file, if they do not share a folder: that one will come to it. */
async function missingArchive(ctx: Context): Promise<Refusal> {
  const others = await ctx.db.read.selectFrom('servers').select('name').limit(2).execute()
  return others.length > 1 ? new Unavailable('storage.files_silent') : new Unprocessable('import.file_gone')
}

/** Marks the import as running, unless somebody stopped it or it is done. */
async function begin(ctx: Context, id: number): Promise<ImportRow | undefined> {
  return ctx.db.write(async (db) => {
    const [row] = await repo.hold(db, { id })
    if (row?.state === 'running') return row
    return row?.state === 'waiting' ? repo.update(db, id, { state: 'running' }) : undefined
  })
}

interface Undoer {
  userid: number
  via: string
  address: string
  reason?: string
}

/** Who imports; of an undo who asked for it. */
async function actorOf(ctx: Context, row: ImportRow): Promise<Actor> {
  const by = row.phase === 'undo' && row.undone_by !== null ? (JSON.parse(row.undone_by) as Undoer) : row
  const actor = await importerOf(ctx, { team: row.team, userid: by.userid, via: by.via, address: by.address })
  return 'reason' in by ? { ...actor, reason: by.reason } : actor
}

/** Ends a phase, unless the import was stopped meanwhile. */
async function end(ctx: Context, { id, phase }: ImportRow, set: Partial<ImportRow>, actor: Actor): Promise<void> {
  await change(ctx, actor, async (work) => {
    const [before] = await repo.hold(work.db, { id })
    if (before?.state !== 'running' || before.phase !== phase) throw new Stopped()
    if (set.state === 'done') await repo.removeAddresses(work.db, { id })
    const row = await repo.update(work.db, id, { ...set, modified_at: work.at })
    await recordImport(work, row, 'updated', { before: before.state })
  })
}

async function fail(ctx: Context, { id, via, address, userid }: ImportRow, refusal: Refusal): Promise<void> {
  const { code, message, reason, field, params } = refusal.answer
  const error = JSON.stringify({ code, message, reason, ...(field && { field }), ...(params && { params }) })
  await change(ctx, { userid, via, address }, async (work) => {
    const [before] = await repo.hold(work.db, { id })
    if (before?.state !== 'running') return
    const row = await repo.update(work.db, id, { state: 'failed', error, modified_at: work.at })
    await recordImport(work, row, 'updated', { before: before.state })
  })
}
