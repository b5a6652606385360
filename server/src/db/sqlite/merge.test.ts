import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { testApp } from '../../../test/harness.ts'
import type { Context } from '../../context.ts'
import { indexComment } from '../../features/search/indexing/comment-index.ts'
import type { Database } from '../database.ts'
import { isUnmerged, makeMerge } from './merge.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

test.runIf(onSqlite)('what single writes leave in the full-text index is put together when nobody writes', async () => {
  const { ctx } = await testApp()
  await writeOneByOne(ctx, 12)
  expect(await piecesOf(ctx)).toBeGreaterThan(8)
  const found = await idsWith(ctx, 'odd')
  expect(found).toHaveLength(6)
  const stored = await digestDatabase(ctx)

  const merge = startMerge(ctx.db.write)
  merge.noteWrite()
  await merge.idle()
  expect(await piecesOf(ctx)).toBe(1)
  expect(await idsWith(ctx, 'odd')).toEqual(found)
  expect(await digestDatabase(ctx)).toEqual(stored)

  await writeOneByOne(ctx, 12)
  merge.noteWrite()
  await merge.idle()
  expect(await piecesOf(ctx)).toBeLessThan(4)
  expect(await idsWith(ctx, 'odd')).toHaveLength(12)
})

test.runIf(onSqlite)('nothing is put together any more once it was stopped', async () => {
  const { ctx } = await testApp()
  await writeOneByOne(ctx, 12)
  const before = await piecesOf(ctx)
  const merge = startMerge(ctx.db.write)
  merge.noteWrite()
  await merge.stop()
  merge.noteWrite()
  await merge.idle()
  expect(await piecesOf(ctx)).toBe(before)
})

test.runIf(onSqlite)('after a disk refused a step the next write begins anew', async () => {
  const { ctx } = await testApp()
  await writeOneByOne(ctx, 12)
  let isFull = true
  const merge = startMerge((work) => (isFull ? Promise.reject(new Error('full')) : ctx.db.write(work)))
  merge.noteWrite()
  await merge.idle()
  isFull = false
  merge.noteWrite()
  await merge.idle()
  expect(await piecesOf(ctx)).toBe(1)
})

test.each([
  ['several segments in a level', '00000001 03 02 d872  00 00  00 00  00 02 06 01 982f 07 01 9a3a', true],
  ['a merge that is not finished', '00000001 02 02 d872  01 01 0f 1b 8200  00 01 02 01 861f', true],
  ['one segment in each level', '00000001 02 02 d872  00 01 0f 1b 8200  00 01 02 01 861f', false],
  ['nothing', '00000000 00 00 00', false],
])('an index with %s: whether there is something to merge', (_, structure, expected) => {
  expect(isUnmerged(Buffer.from(structure.replaceAll(' ', ''), 'hex'))).toBe(expected)
})

function startMerge(write: Database['write']) {
  const merge = makeMerge(write, 0)
  onTestFinished(() => merge.stop())
  return merge
}

let last = 0

async function writeOneByOne(ctx: Context, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const comment = { id: ++last, entity_id: 1, comment: n % 2 === 1 ? 'odd words' : 'even words' }
    await ctx.db.write((db) => indexComment(db, comment))
  }
}

/** The number of FTS5 segments. */
async function piecesOf(ctx: Context): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select count(distinct segid) as pieces from entity_search_comments_idx`.execute(ctx.db.read)
  return rows[0]?.pieces ?? 0
}

async function idsWith(ctx: Context, word: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from entity_search_comments where entity_search_comments match ${word}`.execute(ctx.db.read)
  return rows.map(({ id }) => id)
}
