import type { Paging } from '@aliquot/contract/common'
import type { OwnUpload, OwnUploadQuery, Upload, UploadPatch } from '@aliquot/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf, whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { EntityRow, UploadRow } from '../../db/schema.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import { cleanTitle } from '../../lib/text.ts'
import { FileAnswer } from '../../records/answers.ts'
import type { List } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { requireRead, requireReadable } from '../entries/entries.access.ts'
import { kindOf } from '../entries/entries.types.ts'
import { listBelow } from '../entries/list-children.ts'
import { holdEntry, requireMutable, requireUnused, requireUpload, type UploadPath } from './uploads.access.ts'
import { changeUpload, type UploadSet } from './uploads.change.ts'
import { linesOf, recordFileChanges } from './uploads.changelog.ts'
import { cleanName, requireHarmless } from './uploads.names.ts'
import { factsOf, toRecord, typeOf } from './uploads.record.ts'
import * as repo from './uploads.repo.ts'

/** A file's record with the version for its ETag. */
export interface Versioned {
  record: Upload
  version: number
}

type OnePath = UploadPath & { subid: number }

export async function listUploads(
  ctx: Context,
  actor: Actor,
  path: UploadPath,
  { limit, offset, state }: Paging & { state: readonly number[] },
): Promise<List<Upload>> {
  const { id: entity, type } = await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const of = { entity, states: JSON.stringify(state) }
  return listBelow(ctx, repo, of, { limit, offset }, (row) => toRecord(ctx, row, type))
}

export async function readUpload(ctx: Context, actor: Actor, path: OnePath): Promise<Versioned> {
  const { type } = await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const row = await requireUpload(ctx.db.read, path.id, path.subid)
  return { record: toRecord(ctx, row, type), version: row.version }
}

/** The content of a file. */
export async function openUpload(ctx: Context, actor: Actor, path: OnePath): Promise<FileAnswer> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  return contentOf(await requireUpload(ctx.db.read, path.id, path.subid))
}

/** The content of a file that a text refers to. */
export async function openByLongName(ctx: Context, actor: Actor, name: string): Promise<FileAnswer> {
  const [row] = await repo.findByLongName(ctx.db.read, { name })
  if (!row) throw new NotFound('upload.no_such_name')
  const { entity: id, team, owner: userid, canread_base, canwrite_base } = row
  await requireRead(ctx.db.read, actor, { id, team, userid, canread_base, canwrite_base })
  return contentOf(row)
}

/**
 * The content of a visible picture or recording of this entry, if there is one of this name. The caller has checked the
 * right to the entry.
 */
export async function openShownMedia(ctx: Context, entity: number, name: string): Promise<FileAnswer | undefined> {
  const [row] = await repo.findByLongName(ctx.db.read, { name })
  const isShown = row?.entity === entity && row.state === STATE.normal && MEDIA.test(row.mime)
  return isShown ? contentOf(row) : undefined
}

/** The content of a visible file of this entry. The caller has checked the right to the entry. */
export async function openShownFile(ctx: Context, entity: number, id: number): Promise<FileAnswer | undefined> {
  const [row] = await repo.find(ctx.db.read, { id, entity })
  return row?.state === STATE.normal ? contentOf(row) : undefined
}

const MEDIA = /^(?:image|audio|video)\//

function contentOf({ hash, filesize: size, real_name: name, mime, created_at: at }: UploadRow): FileAnswer {
  return new FileAnswer({ hash, size, name, mime, at })
}

/** Changes the attributes or the state of a file. */
export function editUpload(
  ctx: Context,
  actor: Actor,
  path: OnePath,
  patch: UploadPatch,
  ifMatch: IfMatch,
): Promise<Versioned> {
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work.db, actor, path)
    const before = await requireUpload(work.db, path.id, path.subid)
    requireMutable(before)
    await requireMatch(ifMatch, before.version, async () => toRecord(ctx, before, entry.type))
    const set = await readSet(work, actor, entry, before, patch)
    await apply(work, actor, entry, before, set)
    const row = await requireUpload(work.db, path.id, path.subid)
    return { record: toRecord(ctx, row, entry.type), version: row.version }
  })
}

/** Deletes a file, which can be restored. Deleting it again is a no-op. */
export function removeUpload(ctx: Context, actor: Actor, path: OnePath, ifMatch: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work.db, actor, path)
    const before = await requireUpload(work.db, path.id, path.subid)
    requireMutable(before)
    await requireMatch(ifMatch, before.version, async () => toRecord(ctx, before, entry.type))
    if (before.state !== STATE.deleted) await requireUnused(work.db, before)
    await apply(work, actor, entry, before, inState(STATE.deleted))
  })
}

const STATE = { normal: 1, archived: 2, deleted: 3 } as const

/** An explicit state is final: the file does not return to its old state with its entry. */
function inState(state: number): UploadSet {
  return { state, parked_state: null }
}

async function readSet(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  upload: UploadRow,
  patch: UploadPatch,
): Promise<UploadSet> {
  if (patch.action === 'archive') {
    const wanted = patch.state ?? (upload.state === STATE.archived ? STATE.normal : STATE.archived)
    if (wanted === STATE.archived && upload.state !== wanted) await requireUnused(work.db, upload)
    return inState(wanted)
  }
  const set: UploadSet = {}
  if (patch.real_name !== undefined) {
    set.real_name = cleanName(patch.real_name)
    requireHarmless(set.real_name)
  }
  if (patch.comment !== undefined) set.comment = cleanTitle(patch.comment ?? '')
  if (patch.state !== undefined) Object.assign(set, inState(patch.state))
  if (patch.userid !== undefined && patch.userid !== upload.userid) {
    await requireGiver(work, actor, entry, upload, patch.userid)
    set.userid = patch.userid
  }
  return set
}

/** The uploader is shown with the file, so write access to the entry is not enough to change it. */
async function requireGiver(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  upload: UploadRow,
  userid: number,
): Promise<void> {
  const mayGive = [upload.userid, entry.userid].includes(actor.userid) || actor.isSysadmin || isAdminOf(actor, entry)
  if (!mayGive) throw new Forbidden('upload.may_not_give')
  const [member] = await repo.findMember(work.db, { userid, team: entry.team })
  if (!member) throw new Unprocessable('entry.not_active_member', { field: 'userid' })
}

/** Changes the file, and records it in the entry. */
async function apply(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  before: repo.UploadWithAuthor,
  set: UploadSet,
): Promise<void> {
  const { firstname: _, lastname: __, ...row } = before
  const after = await changeUpload(work, row, set)
  if (after === row) return
  const lines = linesOf(row, after)
  if (lines.length > 0) await recordFileChanges(work, actor, entry, lines)
}

/** The actor's own files, in entries that they may read. */
export async function listOwnUploads(
  ctx: Context,
  actor: Actor,
  { state, order, sort, limit, offset }: OwnUploadQuery,
): Promise<List<OwnUpload>> {
  const page = { who: whoOf(actor), states: state, order, sort, limit, offset }
  const rows = (await repo.listOwn(ctx.db.read, page)).map((row) => toOwnRecord(ctx, row))
  const found = await repo.countOwn(ctx.db.read, { ...page, most: MOST_COUNTED + 1 })
  return { rows, total: Math.min(found, MOST_COUNTED), totalIsExact: found <= MOST_COUNTED }
}

/** Totals up to this are exact: counting further would cost more than the page. */
const MOST_COUNTED = 1000

/** One of them, in any state. */
export async function readOwnUpload(ctx: Context, actor: Actor, id: number): Promise<List<OwnUpload>> {
  const every = { states: [1, 2, 3, 4, 5, 6], order: 'id', sort: 'desc', limit: 1, offset: 0 } as const
  const rows = await repo.listOwn(ctx.db.read, { who: whoOf(actor), id, ...every })
  if (rows.length === 0) throw new NotFound('upload.not_yours')
  return { rows: rows.map((row) => toOwnRecord(ctx, row)), total: 1 }
}

function toOwnRecord(ctx: Context, row: Awaited<ReturnType<typeof repo.listOwn>>[number]): OwnUpload {
  const type = typeOf(row.type)
  const { page } = kindOf(type)
  return { ...factsOf(ctx, row), type, entity_id: row.entity_id, entity_title: row.title, page }
}
