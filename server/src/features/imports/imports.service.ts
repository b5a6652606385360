import type { Paging } from '@aliquot/contract/common'
import {
  IMPORT_ENDINGS,
  type Import,
  type ImportAction,
  type ImportedEntry,
  type ImportPatch,
  type ImportPreview,
  type ListedImport,
} from '@aliquot/contract/imports'
import type { Actor } from '../../access/actor.ts'
import { requireReasonIn } from '../../access/reason.ts'
import { isAdminOf, whoOf } from '../../access/visibility.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import { enqueueAnew } from '../../jobs/jobs.repo.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { wireTime } from '../../lib/dates.ts'
import type { List } from '../../records/page.ts'
import { hasArchive, removeArchive } from './imports.archives.ts'
import { IMPORT_JOB } from './imports.job.ts'
import { recordImport } from './imports.journal.ts'
import { messageOf, readNotes } from './imports.notes.ts'
import { type ImportOptions, readOptions } from './imports.options.ts'
import { typeOf } from './imports.preview.ts'
import { KEPT_MS, requireCategory } from './imports.receive.ts'
import * as repo from './imports.repo.ts'
import { isTable, requireTableTemplate } from './sheets/choices.ts'

/** What can be imported here. */
export function importOptions({ config }: Context) {
  return {
    allowed_extensions: [...IMPORT_ENDINGS],
    max_filesize: config.MAX_UPLOAD_SIZE,
    max_upload_size: `${Math.floor(config.MAX_UPLOAD_SIZE / 1024 ** 2)} MiB`,
    max_upload_time: 0,
  }
}

/** One's own imports into the team; for its admins those of everybody. */
export async function listImports(ctx: Context, actor: Actor, paging: Paging): Promise<List<ListedImport>> {
  const wanted = { team: actor.team, userid: actor.isAdmin ? undefined : actor.userid }
  const rows = await repo.list(ctx.db.read, wanted, paging)
  const total = await repo.count(ctx.db.read, wanted)
  return { rows: rows.map((row) => toFacts(ctx, actor, row)), total }
}

const MOST_SHOWN = 200

export async function readImport(ctx: Context, actor: Actor, id: number): Promise<Import> {
  const row = await requireImport(ctx, actor, id)
  const { read } = ctx.db
  const who = whoOf(actor)
  const page = { limit: MOST_SHOWN, offset: 0 }
  const made = await repo.listEntries(read, { id, who, outcomes: ['made', 'kept'] }, page)
  const noted = await repo.listEntries(read, { id, who, isNoted: true }, page)
  const { has_owner: _, is_reference: __, ...options } = readOptions(row)
  return {
    ...toFacts(ctx, actor, row),
    options,
    // It shows titles and texts of the file, which its entries may hide from admins.
    preview: row.preview === null || row.userid !== actor.userid ? null : readPreview(row.preview),
    entries: made.map((one) => ({
      type: typeOf(one.type ?? 0),
      id: one.entity_id ?? 0,
      title: one.title_now ?? '',
    })),
    warnings: noted
      .flatMap((one) =>
        notesOf(actor, row, one).map((said) => ({
          ...{ ...said, title: titleOf(actor, row, one) },
          ...{ type: one.type === null ? null : typeOf(one.type), id: one.entity_id },
        })),
      )
      .slice(0, 2 * MOST_SHOWN),
  }
}

/** With what previews of earlier releases do not have. */
function readPreview(text: string): ImportPreview {
  const preview = JSON.parse(text)
  if (preview.table !== undefined) return preview
  const noted = (note: object) => ({ row: null, ...note })
  const first = preview.first.map((entry: { notes: object[] }) => ({
    ...{ rating: 0, custom_id: null, field_values: [], ...entry, notes: entry.notes.map(noted) },
  }))
  const notes = preview.notes.map((note: object) => ({ rows: [], ...note }))
  return { looked: preview.entries, table: null, ...preview, first, notes }
}

export async function listImportEntries(
  ctx: Context,
  actor: Actor,
  id: number,
  paging: Paging,
): Promise<List<ImportedEntry>> {
  const row = await requireImport(ctx, actor, id)
  const entries = await repo.listEntries(ctx.db.read, { id, who: whoOf(actor) }, paging)
  const [counted] = await repo.countEntries(ctx.db.read, { id })
  const rows = entries.map((one) => ({
    number: one.number,
    outcome: one.outcome as ImportedEntry['outcome'],
    ...{ type: one.type === null ? null : typeOf(one.type), id: one.entity_id, title: titleOf(actor, row, one) },
    notes: notesOf(actor, row, one),
  }))
  return { rows, total: Number(counted?.total ?? 0) }
}

/** The title now, for who may read it. What did not come in has one only for who tried. */
function titleOf(
  actor: Actor,
  { userid }: ImportRow,
  one: { title: string; entity_id: number | null; title_now: string | null },
): string {
  if (one.entity_id !== null) return one.title_now ?? ''
  return userid === actor.userid ? one.title : ''
}

/** What notes are about is content of the entry, so it is hidden with the title, except from whoever sent it. */
function notesOf(
  actor: Actor,
  { userid }: ImportRow,
  { notes, title_now }: { notes: string | null; title_now: string | null },
): ImportedEntry['notes'] {
  const isShown = userid === actor.userid || title_now !== null
  return readNotes(notes).map(({ code, about, row = null }) => ({
    ...{ code, message: messageOf(code), about: isShown ? about : '', row },
  }))
}

/** Starts, stops or undoes an import. The work itself is done in the background. */
export async function actOnImport(ctx: Context, actor: Actor, id: number, patch: ImportPatch): Promise<Import> {
  await requireImport(ctx, actor, id)
  const dropped = await ACTIONS[patch.action](ctx, actor, id, patch)
  if (dropped !== null) await removeArchive(ctx, dropped)
  ctx.signals.tell(actor.userid, 'jobs')
  return readImport(ctx, actor, id)
}

/** Each returns the file that is no longer needed. */
const ACTIONS: Readonly<
  Record<ImportAction, (ctx: Context, actor: Actor, id: number, patch: ImportPatch) => Promise<string | null>>
> = {
  start: startImport,
  preview: previewImport,
  stop: stopImport,
  undo: undoImport,
}

const STARTABLE = ['previewed', 'stopped', 'failed']
const GOING = ['waiting', 'running']
const UNDOABLE = ['done', 'stopped', 'failed']

async function startImport(ctx: Context, actor: Actor, id: number, patch: ImportPatch): Promise<null> {
  const { duplicates } = patch
  const chosen = await readChoices(ctx, actor, id, patch)
  await change(ctx, actor, async (work) => {
    const row = await holdImport(work.db, id)
    if (row.userid !== actor.userid) throw new Forbidden('import.not_startable')
    if (!STARTABLE.includes(row.state) || row.phase === 'undo') throw new Unprocessable('import.not_startable')
    if (!(await hasArchive(ctx, row.archive))) throw new Unprocessable('import.file_gone')
    const options = { ...readOptions(row), ...(duplicates && { duplicates }), ...chosen }
    const set = { phase: 'import', options: JSON.stringify(options), via: row.via, ...recounted(chosen) }
    await wait(work, row, set)
  })
  announceJobs()
  return null
}

/** Looks ahead again, with other choices, as long as nothing was made. */
async function previewImport(ctx: Context, actor: Actor, id: number, patch: ImportPatch): Promise<null> {
  const chosen = await readChoices(ctx, actor, id, patch)
  await change(ctx, actor, async (work) => {
    const row = await holdImport(work.db, id)
    if (!isPreviewable(actor, row)) throw new Unprocessable('import.not_previewable')
    if (!(await hasArchive(ctx, row.archive))) throw new Unprocessable('import.file_gone')
    const options = { ...readOptions(row), ...chosen }
    await wait(work, row, { phase: 'preview', options: JSON.stringify(options), total: null, done: 0, via: row.via })
  })
  announceJobs()
  return null
}

type Choices = Partial<Pick<ImportOptions, 'entity_type' | 'category' | 'template' | 'table'>>

/** What a request changes of what was asked for, after the same checks as at first. */
async function readChoices(ctx: Context, actor: Actor, id: number, patch: ImportPatch): Promise<Choices> {
  const { entity_type, category, template, table } = patch
  const given = Object.entries({ entity_type, category, template, table }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return {}
  const row = await requireImport(ctx, actor, id)
  const chosen = { ...(Object.fromEntries(given) as Choices), ...(isTable(row.format) ? {} : NO_TABLE) }
  const options = { ...readOptions(row), ...chosen }
  if (options.category !== null) await requireCategory(ctx, actor, options)
  await requireTableTemplate(ctx, actor, options)
  return chosen
}

const NO_TABLE = { template: null, table: null }

/** A table that is read in another way may have another number of rows. */
function recounted({ table }: Choices): { total?: null } {
  return table === undefined ? {} : { total: null }
}

async function undoImport(ctx: Context, actor: Actor, id: number): Promise<null> {
  await change(ctx, actor, async (work) => {
    const row = await holdImport(work.db, id)
    if (!UNDOABLE.includes(row.state) || remaining(row) === 0) throw new Unprocessable('import.not_undoable')
    await requireReasonIn(work.db, actor, row.team)
    const { userid, via, address, reason } = actor
    const by = { userid, via, address, ...(reason && { reason }) }
    await wait(work, row, { phase: 'undo', undone_by: JSON.stringify(by) })
  })
  announceJobs()
  return null
}

type Work = Parameters<Parameters<typeof change>[2]>[0]

async function wait(work: Work, row: ImportRow, set: Partial<ImportRow>): Promise<void> {
  const expires_at = row.archive === null ? null : new Date(Date.parse(work.at) + KEPT_MS).toISOString()
  const waiting = { ...set, state: 'waiting', error: null, modified_at: work.at, expires_at }
  const after = await repo.update(work.db, row.id, waiting)
  await recordImport(work, after, 'updated', { before: row.state })
  await enqueueAnew(work.db, { kind: IMPORT_JOB, subject: String(row.id), at: work.at, person: row.userid })
}

/** What came in until then stays. A preview that is stopped needs its file no more. */
async function stopImport(ctx: Context, actor: Actor, id: number): Promise<string | null> {
  return change(ctx, actor, async (work) => {
    const row = await holdImport(work.db, id)
    const isLookedAt = row.state === 'previewed'
    if (row.process !== null || !(GOING.includes(row.state) || isLookedAt)) {
      throw new Unprocessable('import.not_stoppable')
    }
    const dropped = isLookedAt ? { archive: null, expires_at: null } : {}
    const after = await repo.update(work.db, id, { state: 'stopped', modified_at: work.at, ...dropped })
    await recordImport(work, after, 'updated', { before: row.state })
    return isLookedAt ? row.archive : null
  })
}

async function holdImport(db: Work['db'], id: number): Promise<ImportRow> {
  const [row] = await repo.hold(db, { id })
  if (!row) throw new NotFound('import.not_found')
  return row
}

/** Somebody else's import does not exist, except for admins of its team. */
export async function requireImport(ctx: Context, actor: Actor, id: number): Promise<repo.NamedImport> {
  const [row] = await repo.findNamed(ctx.db.read, { id })
  if (!row || !(row.userid === actor.userid || isAdminOf(actor, row))) throw new NotFound('import.not_found')
  return row
}

function remaining({ made, removed, kept }: ImportRow): number {
  return made - removed - kept
}

const PREVIEWABLE = ['previewed', 'failed']

function isPreviewable(actor: Actor, { state, phase, made, archive, userid }: ImportRow): boolean {
  return PREVIEWABLE.includes(state) && phase === 'preview' && made === 0 && archive !== null && userid === actor.userid
}

function actionsOf(actor: Actor, row: ImportRow): ImportAction[] {
  const { state, phase, process, archive } = row
  const isGoing = GOING.includes(state)
  const isStartable = STARTABLE.includes(state) && phase !== 'undo' && archive !== null && row.userid === actor.userid
  return [
    ...(isStartable ? (['start'] as const) : []),
    ...(isPreviewable(actor, row) ? (['preview'] as const) : []),
    ...(process === null && (isGoing || state === 'previewed') ? (['stop'] as const) : []),
    ...(UNDOABLE.includes(state) && remaining(row) > 0 ? (['undo'] as const) : []),
  ]
}

function toFacts(ctx: Context, actor: Actor, row: repo.NamedImport): ListedImport {
  const { TIMEZONE } = ctx.config
  return {
    ...{ id: row.id, name: row.name, format: row.format, bytes: row.bytes },
    ...{ userid: row.userid, fullname: `${row.firstname} ${row.lastname}`, team: row.team, owner: row.owner },
    phase: row.phase as ListedImport['phase'],
    state: row.state as ListedImport['state'],
    ...{ total: row.total, done: row.done, made: row.made, skipped: row.skipped, refused: row.refused },
    ...{ removed: row.removed, kept: row.kept, warnings_total: row.warnings },
    error: row.error === null ? null : JSON.parse(row.error),
    actions: actionsOf(actor, row),
    created_at: wireTime(row.created_at, TIMEZONE),
    modified_at: wireTime(row.modified_at, TIMEZONE),
    expires_at: row.expires_at === null ? null : wireTime(row.expires_at, TIMEZONE),
  }
}
