import { EntityListQuery } from '@aliquot/contract/entities-list'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'
import type { Actor } from '../../access/actor.ts'
import * as repo from './entities.list.repo.ts'
import { readAsked } from './entities.list.ts'
import { kindOf } from './entities.types.ts'

// Thousands of entries lead here in a request, so the last of the ways is asked by itself.
test('what is pinned, and stands at the top, is left out of all that a word leaves', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const late = { team: 1, userid: ada.id, body: 'late' }
  const [first, second, third] = await insertEntries(ctx, [late, late, late, { ...late, body: 'other' }])
  await as(ada).patch(`experiments/${second}`, { action: 'pin' })
  const actor: Actor = {
    ...{ userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1], adminOf: [] },
    ...{ via: 'test', address: '' },
  }
  const query = EntityListQuery.parse({ q: 'late', order: 'title', sort: 'asc' })
  const asked = await readAsked(ctx, actor, kindOf('experiments'), query)
  const [word] = asked?.listing.filters ?? []
  if (!asked || !word) throw new Error('A search has filters')
  const found = await repo.findAmongAll(ctx.db.read, { ...asked.listing, filters: [], withoutPinned: true }, word, {
    limit: 5,
    offset: 0,
  })
  expect(found).toEqual({ ids: [first, third], total: 2 })
})
