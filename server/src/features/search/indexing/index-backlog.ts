import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { refreshStatistics } from '../../../db/dialect.ts'
import { countPending } from './count-pending.ts'
import { indexPending } from './keep-indexed.ts'
import { Turn } from './turn.ts'

const BETWEEN_LOOKS_MS = 200

/**
 * Searches look at a few unindexed entries themselves. More than that are indexed first, such as after an upgrade. If
 * another server does it already, this one waits for it.
 */
export async function indexBacklog(ctx: Context): Promise<void> {
  const turn = new Turn(ctx)
  let isTold = false
  try {
    for (let entries = await lookAtBacklog(ctx); ctx.backlog.isFull; entries = await lookAtBacklog(ctx)) {
      if (!isTold) ctx.log.info(`search: indexing ${entries} entries`)
      isTold = true
      if (await indexPending(ctx, () => turn.take())) return await refreshStatistics(ctx.db.streaming)
      await sleep(BETWEEN_LOOKS_MS)
    }
  } catch (error) {
    // The indexer tries again in the background.
    ctx.log.warn({ err: error }, 'search indexes are behind because they cannot be written')
  } finally {
    await turn.end()
  }
}

async function lookAtBacklog(ctx: Context): Promise<number> {
  const { entries, bytes } = await countPending(ctx.db.read)
  ctx.backlog.saw(entries, bytes)
  return entries
}
