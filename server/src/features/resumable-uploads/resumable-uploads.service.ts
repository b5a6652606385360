import { hash, randomBytes } from 'node:crypto'
import { ResumableMetadata } from '@aliquot/contract/resumable-uploads'
import type { Actor, Once } from '../../access/actor.ts'
import { requireAdded, requireReached } from '../../access/deposit.ts'
import { requireReason } from '../../access/reason.ts'
import type { Context } from '../../context.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import {
  beginPartial,
  findPartial,
  listUnfinished,
  notePartialStored,
  type PartialUpload,
  removePartial,
  takeContent,
} from '../../files/partial-uploads.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import { parseInput } from '../../lib/parse-input.ts'
import type { EntryHead } from '../entries/entries.access.ts'
import { requireChangeable, requireShown, requireUpload, type UploadPath } from '../uploads/uploads.access.ts'
import { requireFreeSpace, requireRoom, requireWithinQuota, watchSize } from '../uploads/uploads.limits.ts'
import { requireHarmless } from '../uploads/uploads.names.ts'
import { storeUpload } from '../uploads/uploads.receive.ts'

declare module '../../context.ts' {
  interface Context {
    resumableUploads: {
      /** By person: the last upload being started. */
      beginning: Map<number, Promise<unknown>>
      /** By id: uploads being turned into files. */
      finishing: Map<string, Promise<number>>
    }
  }
}

/** A resumable upload of the actor. */
export interface Resumable extends PartialUpload {
  wanted: Wanted
}

/** A type and not an interface, because it is stored as a plain object. */
type Wanted = {
  path: UploadPath
  name: string
  comment: string | null
  reason: string | null
  /** The metadata as sent, for HEAD. */
  metadata: Record<string, string | null>
}

export interface Beginning {
  id: string
  size: number
  metadata: Record<string, string | null>
}

/** A limit, so that nobody fills the disk with unfinished uploads. */
const MOST_UNFINISHED = 20

/** Without a byte for this long an upload counts as abandoned: its client may not know of it any more. */
const LEFT_ALONE_MS = 3_600_000

/** An unguessable id; the same one for a repeated request. */
export function newId(once: Once | undefined): string {
  return once ? hash('sha256', JSON.stringify(['resumable upload', once.keyHash])).slice(0, 32) : randomId()
}

function randomId(): string {
  return randomBytes(16).toString('hex')
}

/** Starts an upload if it could be stored now. A no-op if it was started before. */
export async function beginResumable(ctx: Context, actor: Actor, { id, size, metadata }: Beginning): Promise<void> {
  const wanted = readWanted(actor, metadata)
  const { team } = await requireAllowed(ctx, actor, wanted.path)
  if (actor.reason === null) await requireReason(ctx.db.read, { chain: wanted.path.id })
  const requestHash = hash('sha256', JSON.stringify([size, wanted]))
  await inTurn(ctx, actor.userid, async () => {
    const facts = { id, userid: actor.userid, size, requestHash, wanted }
    const earlier = await findPartial(ctx.files, facts)
    if (earlier) return requireSame(earlier, requestHash)
    // Exactly, because the next check allows for a form around the file.
    await watchSize(ctx)(size)
    await requireRoom(ctx, team, size)
    await makeRoom(ctx, actor, size)
    if (await beginPartial(ctx.files, facts)) return
    const other = await findPartial(ctx.files, facts)
    if (other) return requireSame(other, requestHash)
    // An expired one that was not removed yet.
    await removePartial(ctx.files, facts)
    await beginPartial(ctx.files, facts)
  })
}

/**
 * Makes room for one more unfinished upload of a person. If there are too many, the longest abandoned ones are removed:
 * nobody can cancel what their browser has forgotten.
 */
async function makeRoom(ctx: Context, { userid }: Actor, size: number): Promise<void> {
  const unfinished = await listUnfinished(ctx.files, userid)
  const { left = [], going = [] } = Object.groupBy(unfinished, ({ touchedAt }) =>
    touchedAt < Date.now() - LEFT_ALONE_MS ? 'left' : 'going',
  )
  const expected = going.reduce((sum, upload) => sum + upload.size - upload.offset, 0)
  await requireFreeSpace(ctx, size + expected)
  const tooMany = Math.max(0, unfinished.length + 1 - MOST_UNFINISHED)
  const givenUp = left.filter(({ id }) => !ctx.resumableUploads.finishing.has(id)).slice(0, tooMany)
  if (givenUp.length < tooMany) {
    throw new Unprocessable('resumable.too_many', { most: MOST_UNFINISHED })
  }
  for (const upload of givenUp) await removePartial(ctx.files, upload)
}

function readWanted(actor: Actor, metadata: Record<string, string | null>): Wanted {
  const told = parseInput(ResumableMetadata, metadata, 'Upload-Metadata')
  requireHarmless(told.filename)
  const { entity_type, entity_id, replaces } = told
  return {
    path: { entity_type, id: entity_id, ...(replaces != null && { subid: replaces }) },
    name: told.filename,
    comment: told.comment || null,
    reason: actor.reason ?? null,
    metadata,
  }
}

function requireSame(earlier: PartialUpload, requestHash: string): void {
  if (earlier.requestHash !== requestHash) {
    throw new Unprocessable('request.key_used', { field: 'Idempotency-Key' })
  }
}

/** One after the other, so that each start counts those before. */
async function inTurn(
  { resumableUploads: { beginning } }: Context,
  userid: number,
  work: () => Promise<void>,
): Promise<void> {
  const before = beginning.get(userid)
  const own = (async () => {
    await before?.catch(() => {})
    await work()
  })()
  beginning.set(userid, own)
  try {
    await own
  } finally {
    if (beginning.get(userid) === own) beginning.delete(userid)
  }
}

/** An upload of the actor. Those of others do not exist for them. */
export async function requireOwn(ctx: Context, actor: Actor, id: string): Promise<Resumable> {
  const found = await findPartial(ctx.files, { id, userid: actor.userid })
  if (!found) throw new NotFound('resumable.not_found')
  return found as Resumable
}

/** Refuses if the actor may no longer add this file. Called before bytes are accepted, and again when it is stored. */
export async function requireAllowed(ctx: Context, actor: Actor, path: UploadPath): Promise<EntryHead> {
  await requireReached(ctx.db.read, actor, { type: path.entity_type, id: path.id })
  const entry = await requireChangeable(ctx.db.read, actor, path)
  if (path.subid !== undefined) {
    await requireAdded(ctx.db.read, actor, path.id, path.subid)
    requireShown(await requireUpload(ctx.db.read, path.id, path.subid))
  }
  return entry
}

/**
 * Turns a complete upload into a file and returns its id. It happens once, however often it is called: a client that
 * missed the answer asks again.
 */
export function finishResumable(ctx: Context, actor: Actor, upload: Resumable): Promise<number> {
  const { finishing } = ctx.resumableUploads
  const known = finishing.get(upload.id)
  if (known) return known
  const own = finish(ctx, actor, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, own)
  return own
}

/** Resolves when nobody is turning it into a file. */
export async function untilFinished({ resumableUploads }: Context, id: string): Promise<void> {
  await resumableUploads.finishing.get(id)?.catch(() => {})
}

async function finish(ctx: Context, actor: Actor, { id, wanted }: Resumable): Promise<number> {
  // It may have been stored meanwhile.
  const upload = await requireOwn(ctx, actor, id)
  if (upload.storedAs !== undefined) return upload.storedAs
  // This may be a HEAD, which a read-only key may send.
  if (!actor.canWrite && !actor.deposit) throw new Forbidden('auth.read_only_key')
  // Before the whole content is read, and again afterwards.
  const { team } = await requireAllowed(ctx, actor, wanted.path)
  await requireWithinQuota(ctx, team, upload.size)
  const received = await takeContent(ctx.files, upload).catch((error: unknown) => {
    throw fileTrouble(error)
  })
  const once = { keyHash: hash('sha256', `resumable upload ${id}`), requestHash: upload.requestHash, secret: '' }
  const author = { ...actor, reason: wanted.reason, once }
  const { name, comment } = wanted
  const stored = await storeUpload(ctx, author, wanted.path, { received, name, comment })
  await notePartialStored(ctx.files, upload, stored.id)
  return stored.id
}
