import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'

test('what is pinned comes once in a page that is put together of all that a word leaves', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  // More than are walked along, then more than are looked up one by one.
  const others = Array.from({ length: 4100 }, () => ({ team: 1, userid: ada.id }))
  const late = Array.from({ length: 310 }, () => ({ team: 1, userid: ada.id, body: 'late' }))
  const ids = (await insertEntries(ctx, [...others, ...late])).slice(4100)
  const pinned = ids[2]
  await as(ada).patch(`experiments/${pinned}`, { action: 'pin' })
  const { body, headers } = await as(ada).get<{ id: number }[]>(
    'experiments?full=0&q=late&order=title&sort=asc&limit=5',
  )
  expect(body.map(({ id }) => id)).toEqual([pinned, ids[0], ids[1], ids[3], ids[4]])
  expect(headers['x-total-count']).toBe('310')
})
