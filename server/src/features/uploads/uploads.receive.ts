import type { FromText } from '@aliquot/contract/uploads'
import { UploadForm } from '@aliquot/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { forget, receive } from '../../files/incoming.ts'
import type { Received } from '../../files/received.ts'
import { sniff } from '../../files/sniff.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import { keepContent } from '../../files/store-content.ts'
import type { Form, FormParts } from '../../http/requests/form.ts'
import { parseInput } from '../../lib/parse-input.ts'
import type { IfMatch } from '../../records/version.ts'
import {
  holdEntry,
  requireChangeable,
  requireMutable,
  requireShown,
  requireUpload,
  type UploadPath,
} from './uploads.access.ts'
import { addUpload } from './uploads.change.ts'
import { linesOf, nameOf, recordFileChanges } from './uploads.changelog.ts'
import { holdQuota, requireRoom, watchSize } from './uploads.limits.ts'
import { requireHarmless, safeName } from './uploads.names.ts'
import { archiveReplaced, placeOf } from './uploads.replace.ts'

/** A received file with its attributes. */
export interface Offer {
  received: Received
  name: string
  comment: string | null
}

/** Receives a file from a form: a new one, or a replacement for the file of the path. */
export async function takeForm(
  ctx: Context,
  actor: Actor,
  path: UploadPath,
  form: Form,
  ifMatch?: IfMatch,
): Promise<{ id: number }> {
  // Before the first byte is read, so that nobody fills our disk with what they may not store.
  const { team } = await requireChangeable(ctx.db.read, actor, path)
  const replaced = path.subid === undefined ? undefined : await requireUpload(ctx.db.read, path.id, path.subid)
  // A form with a key may be a repetition, after which the file is replaced already. The answer is then the first one.
  if (replaced && !form.once('')) requireShown(replaced)
  await requireRoom(ctx, team, form.length ?? 0)
  const parts = await form
    .read(
      ({ content }) => receive(ctx.files, content, { onBytes: watchSize(ctx), ownsChunks: true }),
      ({ path }) => forget(ctx.files, path),
    )
    .catch((error: unknown) => {
      throw fileTrouble(error)
    })
  const offer = await readOffer(ctx, parts, path)
  const content = JSON.stringify([offer.received.hash, offer.name, offer.comment])
  const once = form.once(content)
  return storeUpload(ctx, once ? { ...actor, once } : actor, path, offer, ifMatch)
}

/** The content of the form if it is valid; otherwise nothing of it stays. */
async function readOffer({ files }: Context, { fields, file }: FormParts, path: UploadPath): Promise<Offer> {
  try {
    if (!file) throw new InvalidInput('field.missing', { field: 'file' })
    const form = parseInput(UploadForm, { ...fields, file: { name: file.name } }, 'body')
    const { comment, action, real_name } = form
    // Browsers write each line break of a form as CR LF.
    const name = real_name?.replaceAll('\r\n', '\n') ?? file.name
    if (action === 'replace' && path.subid === undefined) {
      throw new InvalidInput('upload.name_replaced', { field: 'action' })
    }
    requireHarmless(name)
    return { received: file, name, comment: comment || null }
  } catch (error) {
    if (file) await forget(files, file.path)
    throw error
  }
}

/** Creates a file from text in a JSON request. */
export async function takeText(ctx: Context, actor: Actor, path: UploadPath, input: FromText): Promise<{ id: number }> {
  const { team } = await requireChangeable(ctx.db.read, actor, { entity_type: path.entity_type, id: path.id })
  // It always becomes a new file, but the named file must exist.
  if (path.subid !== undefined) await requireUpload(ctx.db.read, path.id, path.subid)
  const name = safeName(input.real_name, input.file_type)
  requireHarmless(name)
  const content = input.file_type === 'png' ? decodePng(input.content) : Buffer.from(input.content, 'utf8')
  await requireRoom(ctx, team, content.length)
  const received = await receive(ctx.files, chunksOf(content)).catch((error: unknown) => {
    throw fileTrouble(error)
  })
  return storeUpload(ctx, actor, { entity_type: path.entity_type, id: path.id }, { received, name, comment: null })
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  if (content.length > 0) yield content
}

function decodePng(address: string): Buffer {
  const [, data] = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? []
  if (data === undefined || data.length % 4 !== 0) {
    throw new InvalidInput('upload.not_png', { field: 'content' })
  }
  return Buffer.from(data, 'base64')
}

/** A page keeps a file that got no answer on the device, and may be opened again only days later. */
const REPEAT_HOURS = 7 * 24

/** Adds a received file. With an id in the path, that file is archived. */
export function storeUpload(
  ctx: Context,
  actor: Actor,
  path: UploadPath,
  { received, name, comment }: Offer,
  ifMatch?: IfMatch,
): Promise<{ id: number }> {
  const { hash, size: filesize } = received
  const mime = sniff(received.head)
  const add = async (work: Change) => {
    const entry = await holdEntry(work.db, actor, path)
    await holdQuota(ctx, work.db, entry.team, filesize)
    const old = path.subid === undefined ? undefined : await archiveReplaced(ctx, work, entry, path.subid, ifMatch)
    const values = { userid: actor.userid, real_name: name, hash, filesize, mime }
    const added = await addUpload(work, entry, { ...values, comment, ...(old && placeOf(old.after)) })
    await recordFileChanges(work, actor, entry, [nameOf(added), ...(old ? linesOf(old.before, old.after) : [])])
    return { id: added.id }
  }
  return keepContent(ctx, received, () => change(ctx, actor, add, { repeatHours: REPEAT_HOURS }))
}

/** Adds another file with the same content to the same entry. */
export function copyUpload(ctx: Context, actor: Actor, path: UploadPath & { subid: number }): Promise<{ id: number }> {
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work.db, actor, path)
    const source = await requireUpload(work.db, path.id, path.subid)
    requireMutable(source)
    await holdQuota(ctx, work.db, entry.team, source.filesize)
    const { real_name, comment, hash, filesize, mime } = source
    const added = await addUpload(work, entry, { userid: actor.userid, real_name, comment, hash, filesize, mime })
    await recordFileChanges(work, actor, entry, [nameOf(added)])
    return { id: added.id }
  })
}
