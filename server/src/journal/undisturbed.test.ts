import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Db } from '../db/schema.ts'
import { readUndisturbed } from './undisturbed.ts'

test.each([
  ['once', 1, 2],
  ['all the time', Number.POSITIVE_INFINITY, 4],
])('parts of an entry that changes %s meanwhile come from one state of it', async (_, changes, reads) => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada, { title: 'Title 0' })
  const titleIn = async (db: Db) => {
    const { title } = await db.selectFrom('entities').select('title').where('id', '=', id).executeTakeFirstOrThrow()
    return title
  }
  let made = 0
  const parts = await readUndisturbed(ctx.db, id, async (db) => {
    const before = await titleIn(db)
    if (++made <= changes) await as(ada).patch(`experiments/${id}`, { title: `Title ${made}` })
    return [before, await titleIn(db)]
  })
  expect(parts).toEqual([`Title ${reads - 1}`, `Title ${reads - 1}`])
  expect(made).toBe(reads)
})
