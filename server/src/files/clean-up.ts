import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { type FilesContext, filesFolder } from './files.ts'
import { leaveName, listLeftovers } from './incoming.ts'
import { putAsideBack } from './local-store.ts'
import { removeStale } from './partial-clean-up.ts'

const EVERY_MS = 24 * 3_600_000
/** The longest time that a shutdown waits for the clean-up. */
const AT_MOST_MS = 2000

/**
 * Removes what interrupted uploads left: partial contents, and contents without a row. Each keeps a file in the
 * incoming folder until its row exists, so the whole store need not be scanned.
 */
export async function cleanUpFiles(ctx: FilesContext, { isStart = false } = {}): Promise<number> {
  const { store } = ctx.files
  let removed = 0
  for await (const { path, hash } of listLeftovers(ctx.files, isStart)) {
    if (await putAsideBack(filesFolder(ctx.config), path)) continue
    const isOver = hash === undefined || (await isReferredTo(ctx.db.read, hash)) || (await store.discard(path, hash))
    if (isOver) {
      await rm(path, { force: true })
      removed++
    } else await leaveName(ctx.files, path)
  }
  return removed + (await store.tidy()) + (await removeStale(ctx.files))
}

/** Cleans up now and then daily, until stopped. */
export function startCleanUp(ctx: FilesContext): { stop(): Promise<void> } {
  const cleanUp = (isStart: boolean) =>
    cleanUpFiles(ctx, { isStart }).then(
      (removed) => removed > 0 && ctx.log.info(`files: removed ${removed} that were not uploaded to the end`),
      (error: unknown) => ctx.log.warn({ err: error }, 'files: could not clean up'),
    )
  let running: Promise<unknown> = cleanUp(true)
  const timer = setInterval(() => {
    running = cleanUp(false)
  }, EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      // The clean-up can be cut off anywhere, so a bucket that does not answer must not hold up the shutdown for long.
      await Promise.race([running, sleep(AT_MOST_MS, undefined, { ref: false })])
    },
  }
}

export async function isReferredTo(db: Db, hash: string): Promise<boolean> {
  return (await findUpload(db, { hash })).length > 0
}

const findUpload = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('uploads').select('id').where('hash', '=', p.hash).limit(1),
)
