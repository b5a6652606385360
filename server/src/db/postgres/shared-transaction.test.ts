import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { limitsOf, openPipeline } from './pools.ts'
import { CommitLost, runTogether } from './shared-transaction.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function lab() {
  const { ctx, given } = await testApp()
  const pipeline = await openPipeline(ctx.config.DATABASE_URL ?? '', limitsOf(10_000))
  onTestFinished(() => pipeline.close())
  return { pipeline, entry: await given.experiment(await given.user()) }
}

test.runIf(onPostgres)('a commit without an answer is never made again, whatever broke the connection', async () => {
  const { pipeline, entry } = await lab()
  const broken = Object.assign(new Error('write ENETUNREACH'), { code: 'ENETUNREACH' })
  const work = async (db: Db) => {
    await sql`select 1`.execute(db)
    // The commit follows in this turn of the event loop.
    setImmediate(() => pipeline.destroy(broken))
  }
  const outcome = await runTogether(pipeline, [{ entry, onlyAdds: false, work }]).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(CommitLost)
  expect(outcome).toMatchObject({ refusal: { status: 503, cause: broken } })
})

test.runIf(onPostgres)('a write that could not even be sent undoes the others', async () => {
  const { pipeline, entry } = await lab()
  const work = (db: Db) => setTitle(db, { id: entry, title: { not: 'a text' } as unknown as string })
  expect(await runTogether(pipeline, [{ entry, onlyAdds: false, work }])).toEqual(['undone'])
})

const setTitle = prepared(
  (db: Db, p: { id: number; title: string }) =>
    db.updateTable('entities').set({ title: p.title }).where('id', '=', p.id),
  { isUnanswered: true },
)
