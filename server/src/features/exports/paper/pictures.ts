import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import type { UploadRow } from '../../../db/schema.ts'
import { Unavailable } from '../../../errors.ts'
import { isImage } from '../../../media/limits.ts'
import { findThumbnail } from '../../previews/previews.lookup.ts'
import { pagePicture } from '../../previews/previews.pages.ts'

/** In one entry; the others are only named. */
const MOST_IN_TEXT = 200
const MOST_THUMBNAILS = 500
const MOST_BYTES = 96 * 1024 ** 2

type File = Pick<UploadRow, 'hash' | 'mime' | 'filesize' | 'long_name'>

/**
 * The pictures of a text at reading size, and the small ones of the other files, as WebP by their long names. The
 * process for contents has drawn them: no original reaches the one that sets pages.
 */
export async function picturesOf(
  ctx: Context,
  { userid }: Pick<Actor, 'userid'>,
  html: string,
  files: readonly File[],
  withThumbnails: boolean,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>()
  let room = MOST_BYTES
  const add = (name: string, data: Uint8Array | null | undefined) => {
    if (!data || data.length > room) return
    room -= data.length
    pictures.set(name, data)
  }
  const inText = files.filter((file) => isImage(file.mime) && isNamed(html, file.long_name)).slice(0, MOST_IN_TEXT)
  for (const file of inText) add(file.long_name, await draw(ctx, userid, file))
  if (!withThumbnails) return pictures
  for (const { long_name: name, hash } of files.slice(0, MOST_THUMBNAILS)) {
    if (!pictures.has(name)) add(name, (await findThumbnail(ctx.db.read, { hash }))[0]?.thumbnail)
  }
  return pictures
}

function isNamed(html: string, name: string): boolean {
  return html.includes(name) || html.includes(encodeURIComponent(name))
}

/** One that takes too long is left out, and the words at its place say so. */
async function draw(ctx: Context, userid: number, file: File): Promise<Uint8Array | undefined> {
  try {
    return (await pagePicture(ctx, { userid }, file, 1))?.data
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}
