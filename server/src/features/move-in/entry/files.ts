import { FILE_COMMENT_LIMIT, FILE_NAME_LIMIT } from '@aliquot/contract/limits'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { receive } from '../../../files/incoming.ts'
import type { Received } from '../../../files/received.ts'
import { sniff } from '../../../files/sniff.ts'
import { fileTrouble } from '../../../files/storage-errors.ts'
import { cleanTitle, cutUnits } from '../../../lib/text.ts'
import { storable } from '../../imports/imports.notes.ts'
import { newLongName } from '../../uploads/uploads.change.ts'
import { watchSize } from '../../uploads/uploads.limits.ts'
import { requireHarmless } from '../../uploads/uploads.names.ts'
import type { Run } from '../move-in.run.ts'
import { Silent } from '../source/client.ts'
import type { TheirUpload } from '../source/entry.ts'
import { BadAnswer } from '../source/failures.ts'
import type { Leave } from './notes.ts'

/** A file whose content is stored, and which has no row yet. */
export interface ComingFile {
  theirs: TheirUpload
  real_name: string
  long_name: string
  comment: string | null
  hash: string
  filesize: number
  mime: string
}

/** A file with its names there and here. */
export type NamedFile = Pick<ComingFile, 'long_name'> & { theirs: Pick<TheirUpload, 'longName'> }

export const DELETED = 3

/** Brings the contents of files, one after the other. What cannot come becomes a note. */
export async function bringFiles(
  run: Run,
  { path, key }: { path: string; key: number },
  uploads: readonly TheirUpload[],
  keep: (received: Received) => Promise<void>,
  leave: Leave,
): Promise<ComingFile[]> {
  const coming: ComingFile[] = []
  for (const theirs of uploads) {
    const name = nameOf(theirs)
    try {
      requireHarmless(name)
      const received = await bringContent(run, `${path}/uploads/${theirs.id}?format=binary`, key)
      const trouble = compare(run, theirs, received)
      if (trouble === 'missing') {
        leave('file_missing', name)
        continue
      }
      if (trouble) leave('file_differs', name)
      await keep(received)
      const { hash, size: filesize, head } = received
      const long_name = newLongName(name)
      coming.push({ theirs, real_name: name, long_name, comment: commentOf(theirs), hash, filesize, mime: sniff(head) })
    } catch (error) {
      if (!isOfFile(error)) throw error
      leave(isOfSource(error) ? 'file_unread' : 'file_refused', `${name}: ${error.message}`)
    }
  }
  return coming
}

function bringContent({ ctx, client }: Run, path: string, key: number): Promise<Received> {
  return client.download(path, key, (chunks) => receiveHere(ctx, chunks))
}

/** Looks at the free space from the first byte on, because many small files fill a disk as well. */
export async function receiveHere(ctx: Context, chunks: AsyncIterable<Buffer>): Promise<Received> {
  try {
    return await receive(ctx.files, chunks, { onBytes: watchSize(ctx, 0) })
  } catch (error) {
    throw fileTrouble(error)
  }
}

/** That server sends a picture in place of a file that it has lost. */
function compare({ report }: Run, { hash, size }: TheirUpload, received: Received): 'missing' | 'differs' | undefined {
  report.files.bytes += received.size
  const isSameSize = size === null || size === received.size
  if (hash === null) {
    if (!isSameSize) report.files.missing++
    return isSameSize ? undefined : 'missing'
  }
  report.files.compared++
  if (hash.toLowerCase() === received.hash) return undefined
  report.files.differing++
  if (isSameSize) return 'differs'
  report.files.missing++
  return 'missing'
}

export function nameOf({ name }: TheirUpload): string {
  return name.trim() === '' ? 'file' : cutUnits(storable(name), FILE_NAME_LIMIT.most)
}

export function commentOf({ comment }: TheirUpload): string | null {
  const text = storable(comment ?? '').trim()
  return text === '' ? null : text.length > FILE_COMMENT_LIMIT.most ? cleanTitle(text) : text
}

/** A content may break off each time. If that server is silent altogether, the next record ends the run. */
function isOfSource(error: unknown): error is BadAnswer | Silent {
  return error instanceof BadAnswer || error instanceof Silent
}

/** Whether only this file is wrong. A full disk, or a quota, ends the move. */
function isOfFile(error: unknown): error is Error {
  if (isOfSource(error)) return true
  if (!(error instanceof Refusal) || error.status < 400 || error.status >= 500) return false
  return error.status !== 413 || error.said.reason === 'field.above_size'
}
