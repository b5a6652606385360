import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'

type Kind = 'backup' | 'verify'

/** Remembers that a backup was made, or everything was verified. That this cannot be written spoils neither. */
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
