import type { Context } from '../../../context.ts'
import * as repo from '../webhooks.repo.ts'

const KEPT_MS = 30 * 24 * 3_600_000
/** Of each webhook: a busy one must not fill the disk. More than may be ahead of a change that fails. */
const KEPT_ROWS = 20_000
/** Others write in between. */
const AT_ONCE = 1000

/** Removes old rows from the logs of deliveries. */
export async function sweepDeliveries(ctx: Context): Promise<void> {
  const before = new Date(Date.parse(ctx.now()) - KEPT_MS).toISOString()
  const all = (drop: (db: Parameters<typeof repo.listAll>[0]) => Promise<number>) => dropAll(ctx, drop)
  await all((db) => repo.dropDeliveriesBefore(db, before, AT_ONCE))
  for (const { id } of await repo.listAll(ctx.db.read)) {
    await all((db) => repo.dropDeliveriesBeyond(db, id, KEPT_ROWS, AT_ONCE))
  }
}

async function dropAll(ctx: Context, drop: Parameters<Context['db']['write']>[0]): Promise<void> {
  while ((await ctx.db.write(drop)) === AT_ONCE);
}
