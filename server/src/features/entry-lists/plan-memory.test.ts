import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test('who asks for a hundred lengths of a page does not take the plans of others', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  await given.experiment(ada)
  const list = (limit: number) => as(ada).get(`experiments?limit=${limit}`)
  for (let limit = 1; limit <= 120; limit++) await list(limit)
  for (let time = 0; time < 12; time++) expect((await list(200)).status).toBe(200)

  const lengths = [...ctx.plans.queries.named].map((key) => Number.parseInt(key, 10))
  expect(lengths).toEqual([200])
})
