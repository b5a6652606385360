import { OverQuota, Refusal } from '../errors.ts'
import { isReferredTo } from './clean-up.ts'
import type { FilesContext } from './files.ts'
import { forget, leave, leaveName } from './incoming.ts'
import type { Received } from './received.ts'
import { fileTrouble } from './storage-errors.ts'

/**
 * Puts a content where it belongs and then runs what makes something refer to it. Whatever is refused leaves nothing; what
 * may have happened although we were not told, because the database broke off, is left to the clean-up.
 */
export async function keepContent<T>(ctx: FilesContext, received: Received, refer: () => Promise<T>): Promise<T> {
  const { path } = received
  const placed = await place(ctx, received).catch(async (error: unknown) => {
    // What was sent to another machine may have arrived although nobody told us.
    if (ctx.files.store.number === 2) await leaveName(ctx.files, path)
    else await forget(ctx.files, path)
    throw fileTrouble(error)
  })
  try {
    const result = await refer()
    ctx.counters.uploads.files++
    ctx.counters.uploads.bytes += received.size
    await forget(ctx.files, path)
    return result
  } catch (error) {
    const isCertain = error instanceof OverQuota || (error instanceof Refusal && error.status < 500)
    // Another upload of the same content may be about to refer to the copy of ours that is there now.
    const isLeft = !isCertain || placed === 'again' || (placed === 'new' && !(await takeAway(ctx, received)))
    if (!isLeft) await forget(ctx.files, path)
    else if (ctx.files.store.number === 2) await leaveName(ctx.files, path)
    else leave(ctx.files, path)
    throw error
  }
}

/** Nothing refers to it, unless something else does. False: it could not be taken away now. */
async function takeAway({ db, files }: FilesContext, { path, hash }: Received): Promise<boolean> {
  return (await isReferredTo(db.read, hash)) || files.store.discard(path, hash).catch(() => false)
}

async function place({ db, files }: FilesContext, received: Received): Promise<'known' | 'new' | 'again'> {
  const { hash, size } = received
  // What has once been referred to stays for ever: there is nothing to put, unless it was lost or altered.
  const isKnown = (await isReferredTo(db.read, hash)) && (await files.store.sizeOf(hash)) === size
  if (isKnown && !files.checked.isAltered(hash)) return 'known'
  return (await files.store.put(received, hash)) ? 'new' : 'again'
}
