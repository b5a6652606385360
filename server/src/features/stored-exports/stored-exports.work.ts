import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ExportFormat } from '@aliquot/contract/exports'
import { STORED_EXPORT_STATE } from '@aliquot/contract/stored-exports'
import { actingNow } from '../../access/acting.ts'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { StoredExportRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, Refusal, Unavailable, Unprocessable } from '../../errors.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { Workload } from '../../lib/workload.ts'
import { recordTaken } from '../exports/exports.journal.ts'
import { idsOf, requireCount } from '../exports/exports.service.ts'
import { type Chosen, exportTogether } from '../exports/exports.together.ts'
import { notifyOfFailedJob, notifyOfReadyExport } from '../notifications/notify.ts'
import { requireFreeSpace } from '../uploads/uploads.limits.ts'
import { removeExportFile, type WrittenExport, writeExport } from './stored-exports.files.ts'
import { recordStored } from './stored-exports.journal.ts'
import { endingOf, FILE_KINDS, madeFormat, ownQuery, parseListQuery, readOptions } from './stored-exports.options.ts'
import * as repo from './stored-exports.repo.ts'

const { ready, waiting, running, failed } = STORED_EXPORT_STATE
const DAY_MS = 24 * 3_600_000

export function expiryAt({ config }: Pick<Context, 'config'>, at: string): string {
  return new Date(Date.parse(at) + config.EXPORT_DAYS * DAY_MS).toISOString()
}

/** An export at work: the half of a file belongs to nobody but this attempt. */
interface Run {
  ctx: Context
  row: StoredExportRow
  file: string
  signal: AbortSignal
}

/** It was removed meanwhile, or somebody else makes it. */
class Gone extends Error {}

/** Makes the file of an export from its beginning. A refusal is its end, and what it says is kept. */
export async function makeExport(ctx: Context, id: number, signal: AbortSignal): Promise<void> {
  const run = await begin(ctx, id, signal)
  if (!run) return
  try {
    await make(run)
  } catch (thrown) {
    const error = fileTrouble(thrown)
    await removeExportFile(ctx, run.file)
    if (error instanceof Gone) return
    // It begins again with the next start, or once the database or the store is back.
    if (signal.aborted || error instanceof Unavailable) throw error
    const refusal = error instanceof Refusal ? error : new Unprocessable('export.broken')
    if (refusal !== error) ctx.log.error({ err: error, export: id }, 'an export failed')
    await fail(ctx, run, refusal)
  }
}

/** Ends an export that ended its process again and again, or never found what it needs. */
export async function giveUp(ctx: Context, id: number): Promise<void> {
  const run = await begin(ctx, id, new AbortController().signal)
  if (!run) return
  ctx.log.error({ export: id }, 'an export was given up after too many attempts')
  await fail(ctx, run, new Unprocessable('export.broken'))
}

/** Takes an export over. What an earlier attempt wrote is removed. */
async function begin(ctx: Context, id: number, signal: AbortSignal): Promise<Run | undefined> {
  const begun = await ctx.db.write(async (db) => {
    const [before] = await repo.hold(db, { id })
    if (before?.state !== waiting && before?.state !== running) return undefined
    const file = `${randomUUID()}.${FILE_KINDS[before.format as ExportFormat].ending}`
    const row = await repo.update(db, id, { state: running, file, done: 0, total: null, modified_at: ctx.now() })
    return { row, file, left: before.file }
  })
  if (!begun) return undefined
  const { row, file, left } = begun
  await removeExportFile(ctx, left)
  return { ctx, row, file, signal }
}

async function make(run: Run): Promise<void> {
  const { ctx, row, file, signal } = run
  const actor = await requesterOf(run)
  const options = readOptions(row)
  if (options.types.length === 0) throw new InvalidInput('export.nothing_chosen')
  const viewer = { ctx, actor, baseUrl: options.base_url }
  const query = options.query === null ? undefined : parseListQuery(options.query)
  const chosen: Chosen[] = []
  for (const type of options.types) {
    chosen.push({ type, ids: await idsOf(viewer, type, query ?? ownQuery(type, actor.userid)) })
  }
  const total = chosen.reduce((sum, { ids }) => sum + ids.length, 0)
  const format = madeFormat(row.format as ExportFormat, options)
  requireCount(format, total)
  let done = 0
  const keep = watch(run, total, () => done)
  await keep(0)
  const asked = {
    ...{ classification: '' as const, ...query, format, json: options.json || (query?.json ?? false) },
    changelog: options.changelog || query?.changelog,
  }
  const giveWay = givingWay()
  const parts = await exportTogether(viewer, chosen, asked, async () => {
    done++
    await giveWay()
  })
  const written = await writeExport(ctx, file, parts, keep)
  signal.throwIfAborted()
  await end(run, actor, written, total)
}

const GIVING_WAY = { busy: 0.7, longestPauseMs: 50 }

/** Pauses between entries while the process has much to do, so that people's requests go first. */
function givingWay(): () => Promise<void> {
  const workload = new Workload(GIVING_WAY)
  let since = performance.now()
  return async () => {
    const pause = workload.pauseAfter(performance.now() - since)
    if (pause > 0) await sleep(pause)
    else await nextTurn()
    since = performance.now()
  }
}

const TOLD_EVERY_MS = 500
const LOOK_EVERY_BYTES = 32 * 1024 * 1024

/** Looks now and then whether the export is still wanted and the disk has room, and tells how far it is. */
function watch({ ctx, row, file, signal }: Run, total: number, done: () => number) {
  let toldAt = Number.NEGATIVE_INFINITY
  let nextLook = 0
  return async (bytes: number): Promise<void> => {
    signal.throwIfAborted()
    if (bytes >= nextLook) {
      nextLook = bytes + LOOK_EVERY_BYTES
      await requireFreeSpace(ctx, 0)
    }
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    const progress = { id: row.id, file, done: done(), total, at: ctx.now() }
    const [kept] = await ctx.db.write((db) => repo.setProgress(db, progress))
    if (!kept) throw new Gone()
    ctx.signals.tell(row.userid, 'jobs')
  }
}

/** The person with the rights of now, acting through the credential of their request. */
async function requesterOf({ ctx, row }: Run): Promise<Actor> {
  const { userid, team, via, address } = row
  const person = await actingNow(ctx, { userid, team })
  if (!person) throw new Forbidden('export.may_no_longer')
  return { ...person, canWrite: false, via, address }
}

async function end({ ctx, row, file }: Run, actor: Actor, { bytes, hash }: WrittenExport, total: number) {
  const options = readOptions(row)
  const { types } = options
  await change(ctx, actor, async (work) => {
    await requireRunning(work, row.id, file)
    const at = wireTime(work.at, ctx.config.TIMEZONE).replace(' ', '_').replaceAll(':', '-')
    const name = `export-${at}.${endingOf(row.format as ExportFormat, options)}`
    const expires_at = expiryAt(ctx, work.at)
    const made = { state: ready, done: total, total, name, bytes, hash, modified_at: work.at, expires_at }
    const after = await repo.update(work.db, row.id, made)
    await recordStored(work, after, 'updated', { before: running })
    const format = row.format as ExportFormat
    await recordTaken(work, actor, { type: types.join(', '), format, entries: total })
    await notifyOfReadyExport(work, { userid: row.userid, export: row.id, entries: total, bytes, name })
    work.tell(row.userid, 'jobs')
  })
}

async function fail(ctx: Context, { row, file }: Run, refusal: Refusal): Promise<void> {
  const { code, message, reason, field, params } = refusal.answer
  const error = JSON.stringify({ code, message, reason, ...(field && { field }), ...(params && { params }) })
  const { userid, via, address } = row
  await change(ctx, { userid, via, address }, async (work) => {
    const before = await requireRunning(work, row.id, file).catch(() => undefined)
    if (!before) return
    const ended = { state: failed, file: null, error, modified_at: work.at, expires_at: expiryAt(ctx, work.at) }
    const after = await repo.update(work.db, row.id, ended)
    await recordStored(work, after, 'updated', { before: running })
    await notifyOfFailedJob(work, { userid, job: 'export', entries: before.total, message, export: row.id })
    work.tell(userid, 'jobs')
  })
}

async function requireRunning(work: Change, id: number, file: string): Promise<StoredExportRow> {
  const [row] = await repo.hold(work.db, { id })
  if (row?.state !== running || row.file !== file) throw new Gone()
  return row
}
