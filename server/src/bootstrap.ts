import { randomUUID } from 'node:crypto'
import { change } from './change.ts'
import type { Context } from './context.ts'
import { addTeam } from './features/teams/teams.service.ts'
import { SYSTEM } from './journal/record.ts'

/** Gives a new instance its identity and first team. A no-op on an existing one. */
export async function bootstrap(ctx: Context): Promise<void> {
  const known = await ctx.db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'instance_id')
    .executeTakeFirst()
  if (known) return
  await change(ctx, SYSTEM, async (work) => {
    // Two processes may start at once: the second finds the row and leaves it.
    const added = await work.db
      .insertInto('settings')
      .values({ name: 'instance_id', value: randomUUID() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) await addTeam(work, 'Default team')
  })
}
