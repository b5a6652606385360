import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Database } from './database.ts'
import type { Db } from './schema.ts'
import { inSnapshot } from './snapshot.ts'

/** The slots of large lists, and those reserved for backup and verify. */
const MOST = { sqlite: 16 + 4, postgres: 8 + 2 }

const readTeams = (db: Db) => db.selectFrom('teams').select('id').execute()

/** Opens snapshots that stay open, as those of slow clients do. */
async function holdOpen(database: Database, count: number): Promise<{ end(): Promise<unknown> }> {
  const end = Promise.withResolvers<void>()
  const begun: Promise<unknown>[] = []
  const readings = Array.from({ length: count }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push(promise)
    return inSnapshot(database, async (db) => {
      await readTeams(db)
      resolve()
      await end.promise
    })
  })
  await Promise.all(begun)
  return {
    end() {
      end.resolve()
      return Promise.all(readings)
    },
  }
}

test('a reading does not wait for another that takes long', async () => {
  const { ctx } = await testApp()
  const slow = await holdOpen(ctx.db, MOST[ctx.db.engine] - 1)
  expect(await inSnapshot(ctx.db, readTeams)).toEqual([{ id: 1 }])
  await slow.end()
})

test('when too many are open one more is refused, and welcome again later', async () => {
  const { ctx } = await testApp()
  const slow = await holdOpen(ctx.db, MOST[ctx.db.engine])
  await expect(inSnapshot(ctx.db, readTeams)).rejects.toThrow()
  await slow.end()
  expect(await inSnapshot(ctx.db, readTeams)).toEqual([{ id: 1 }])
})
