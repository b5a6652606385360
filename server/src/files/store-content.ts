import { OverQuota, Refusal } from '../errors.ts'
import { isReferredTo } from './clean-up.ts'
import type { FilesContext } from './files.ts'
import { forget, leave, leaveName } from './incoming.ts'
import type { Received } from './received.ts'
import { fileTrouble } from './storage-errors.ts'

/**
 * Stores content and then runs `refer`, which creates the row. A refusal leaves nothing. If the database broke off and
 * the outcome is unknown, the clean-up decides later.
 */
export async function keepContent<T>(ctx: FilesContext, received: Received, refer: () => Promise<T>): Promise<T> {
  const placed = await placeOrForget(ctx, received)
  try {
    const result = await refer()
    ctx.counters.uploads.files++
    ctx.counters.uploads.bytes += received.size
    await forget(ctx.files, received.path)
    return result
  } catch (error) {
    await letGo(ctx, received, placed, error)
    throw error
  }
}

async function placeOrForget(ctx: FilesContext, received: Received): Promise<Placed> {
  const { path } = received
  try {
    return await place(ctx, received)
  } catch (error) {
    // Content sent to a bucket may have arrived although we got no answer.
    if (ctx.files.store.number === 2) await leaveName(ctx.files, path)
    else await forget(ctx.files, path)
    throw fileTrouble(error)
  }
}

/** No row refers to the content, as far as we know. */
async function letGo(ctx: FilesContext, received: Received, placed: Placed, error: unknown): Promise<void> {
  const { path } = received
  const isCertain = error instanceof OverQuota || (error instanceof Refusal && error.status < 500)
  // Another upload of the same content may be about to refer to our copy.
  const isLeft = !isCertain || placed === 'again' || (placed === 'new' && !(await takeAway(ctx, received)))
  if (!isLeft) await forget(ctx.files, path)
  else if (ctx.files.store.number === 2) await leaveName(ctx.files, path)
  else leave(ctx.files, path)
}

/**
 * The same for several contents that one change refers to. `work` hands each over as it arrives, so that only one of them
 * is held in memory, and then makes the rows.
 */
export async function keepContents<T>(
  ctx: FilesContext,
  work: (keep: (received: Received) => Promise<void>) => Promise<T>,
): Promise<T> {
  const kept: { received: Received; placed: Placed }[] = []
  const keep = async (received: Received) => {
    const placed = await placeOrForget(ctx, received)
    kept.push({ received: { ...received, held: undefined }, placed })
  }
  try {
    const result = await work(keep)
    for (const { received } of kept) {
      ctx.counters.uploads.files++
      ctx.counters.uploads.bytes += received.size
      await forget(ctx.files, received.path)
    }
    return result
  } catch (error) {
    for (const { received, placed } of kept) await letGo(ctx, received, placed, error)
    throw error
  }
}

/** Removes the content unless a row refers to it. False if it could not be removed now. */
async function takeAway({ db, files }: FilesContext, { path, hash }: Received): Promise<boolean> {
  return (await isReferredTo(db.read, hash)) || files.store.discard(path, hash).catch(() => false)
}

type Placed = 'known' | 'new' | 'again'

async function place({ db, files }: FilesContext, received: Received): Promise<Placed> {
  const { hash, size } = received
  // Content that ever had a row stays forever, so it is only put again if it was lost or altered.
  const isKnown = (await isReferredTo(db.read, hash)) && (await files.store.sizeOf(hash)) === size
  if (isKnown && !files.checked.isAltered(hash)) return 'known'
  return (await files.store.put(received, hash)) ? 'new' : 'again'
}
