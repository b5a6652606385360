import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { makeVacuum } from './postgres-vacuum.ts'
import type { Db } from './schema.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

test.runIf(onPostgres)('what saves of a long text leave behind is room for the next ones', async () => {
  const { ctx, given } = await testApp()
  const id = await given.experiment(await given.user(), { body: 'short' })
  const vacuum = makeVacuum(ctx.db.streaming, 0)
  const save = () =>
    ctx.db.read.transaction().execute(async (db) => {
      const body = randomBytes(1_500_000).toString('base64')
      await db.updateTable('bodies').set({ body }).where('entity_id', '=', id).execute()
      // So that what is void is known at once.
      await sql`select pg_stat_force_next_flush()`.execute(db)
    })
  await save()
  const before = await sizeOfTexts(ctx.db.read)
  for (let n = 0; n < 10; n++) {
    await save()
    vacuum.noteWrite()
    await vacuum.idle()
  }
  expect(await sizeOfTexts(ctx.db.read)).toBeLessThan(4 * before)
})

async function sizeOfTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_total_relation_size('bodies') as size`.execute(db)
  return Number(rows[0]?.size)
}
