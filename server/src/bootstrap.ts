import { randomUUID } from 'node:crypto'
import { change } from './change.ts'
import type { Context } from './context.ts'
import { addTeam } from './features/teams/teams.service.ts'
import { SYSTEM } from './journal/record.ts'

/** Gives a fresh instance its identity and its first team. Does nothing on one that has them. */
export async function bootstrap(ctx: Context): Promise<void> {
  const known = await ctx.db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'instance_id')
    .executeTakeFirst()
  if (known) return
  await change(ctx, SYSTEM, async (work) => {
    // Two processes may start at once: the second one finds the name taken and leaves it.
    const added = await work.db
      .insertInto('settings')
      .values({ name: 'instance_id', value: randomUUID() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) await addTeam(work, 'Default team')
  })
}
