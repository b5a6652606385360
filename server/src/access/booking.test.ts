import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Actor } from './actor.ts'
import { BASE, mayBook } from './visibility.ts'

test('a resource is booked by whom its own permission names, and only while it can be booked', async () => {
  const { ctx, as, given } = await testApp()
  const other = await given.team()
  const [ada, bob, named] = [await given.user(), await given.user(), await given.user({ team: other })]
  const eve = await given.user({ team: other })
  const boss = await given.user({ isAdmin: true })
  const canbook = { teams: [], teamgroups: [], users: [named.id] }
  const { id } = await as(ada).post('items', { is_bookable: 1, canread_base: 10, canbook })

  const bookers = async (base: number, is_bookable = 1) => {
    const { body } = await as(ada).patch<Entity>(`items/${id}`, { canbook_base: base, is_bookable })
    const entry = { ...body, is_bookable: body.is_bookable ?? 0, canbook_base: body.canbook_base ?? 0 }
    const people = { ada, bob, named, eve, boss }
    const allowed: string[] = []
    for (const [name, { id: userid, team }] of Object.entries(people)) {
      if (await mayBook(ctx.db.read, actorOf(userid, team, name === 'boss'), entry)) allowed.push(name)
    }
    return allowed
  }
  expect(await bookers(BASE.useronly)).toEqual(['ada', 'named'])
  expect(await bookers(BASE.user)).toEqual(['ada', 'named', 'boss'])
  expect(await bookers(BASE.team)).toEqual(['ada', 'bob', 'named', 'boss'])
  expect(await bookers(BASE.organization)).toEqual(['ada', 'bob', 'named', 'eve', 'boss'])
  expect(await bookers(BASE.full, 0)).toEqual([])
})

function actorOf(userid: number, team: number, isAdmin: boolean): Actor {
  const rights = { isAdmin, isSysadmin: false, canWrite: true, teams: [team] }
  return { userid, team, via: 'test', address: '', ...rights }
}
