import type { PageWords } from '@aliquot/contract/page-words'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { VERSION } from '../../media/limits.ts'
import { PictureAnswer } from '../../records/answers.ts'
import type { Written } from '../../records/written.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { findThumbnail } from '../previews/previews.lookup.ts'
import { pagePicture, pageWords } from '../previews/previews.pages.ts'
import { requireUpload, type UploadPath } from './uploads.access.ts'
import { isToldOf } from './uploads.record.ts'

type OnePath = UploadPath & { subid: number }

/** The thumbnail of a file, once it is made. */
export async function openThumbnail(ctx: Context, actor: Actor, path: OnePath): Promise<PictureAnswer> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const upload = await requireUpload(ctx.db.read, path.id, path.subid)
  const { hash } = upload
  const [found] = await findThumbnail(ctx.db.read, { hash })
  if (!found?.thumbnail || !isToldOf(ctx, upload)) throw new NotFound('upload.no_picture')
  return new PictureAnswer({ data: found.thumbnail, etag: `${hash}-${found.version}`, pages: found.pages })
}

interface Wanted {
  page?: number | undefined
  gone?: AbortSignal
}

/** The words of a page of a document and of its neighbours. */
export async function readWords(
  ctx: Context,
  actor: Actor,
  path: OnePath,
  { page = 1, gone }: Wanted,
): Promise<Written<PageWords[]>> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const upload = await requireUpload(ctx.db.read, path.id, path.subid)
  const words = await pageWords(ctx, { userid: actor.userid, signal: gone }, upload, page)
  if (!words) throw new NotFound('upload.no_words')
  return words
}

/** A large picture of an image, or of a page of a document. */
export async function openPreview(
  ctx: Context,
  actor: Actor,
  path: OnePath,
  { page = 1, gone }: Wanted,
): Promise<PictureAnswer> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const upload = await requireUpload(ctx.db.read, path.id, path.subid)
  const made = await pagePicture(ctx, { userid: actor.userid, signal: gone }, upload, page)
  if (!made) throw new NotFound('upload.no_picture')
  return new PictureAnswer({ data: made.data, etag: `${upload.hash}-${VERSION}-${page}`, pages: made.pages })
}
