import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'

type Kind = 'backup' | 'verify'

/** Records that a backup or a verify ran. A failure to record it does no harm. */
export async function noteRun(ctx: Pick<Context, 'db' | 'now'>, kind: Kind, isOk: boolean): Promise<void> {
  const row = { at: ctx.now(), is_ok: isOk ? 1 : 0 }
  await ctx.db
    .write((db) =>
      db
        .insertInto('last_runs')
        .values({ kind, ...row })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
        .execute(),
    )
    .catch(() => {})
}

export function listRuns(db: Db): Promise<{ kind: Kind; at: string; is_ok: number }[]> {
  return db.selectFrom('last_runs').selectAll().orderBy('kind').execute()
}
