import type { Entity } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../../test/harness.ts'
import { MOST_LINES } from '../entries.changelog.ts'
import { KnownChangelogs } from './known-changelogs.ts'
import { KnownTexts } from './known-texts.ts'

type Lines = Entity['changelog']

/** The changelog that a service shows which has just started. */
async function readAnew({ ctx, as }: TestApp, reader: TestUser, id: number): Promise<Lines> {
  const { knownTexts, knownChangelogs } = ctx
  Object.assign(ctx, { knownTexts: new KnownTexts(), knownChangelogs: new KnownChangelogs() })
  const { changelog } = (await as(reader).get<Entity>(`experiments/${id}`)).body
  Object.assign(ctx, { knownTexts, knownChangelogs })
  return changelog
}

test('a changelog that grew shows the same as one that is read from the start', async () => {
  const app = await testApp()
  const { as, given } = app
  const [root, ada, bob] = [as(await given.user({ isSysadmin: true })), await given.user(), as(await given.user())]
  const id = await given.experiment(ada, { title: 'Old', canwrite_base: 30 })
  const path = `experiments/${id}`
  const changes = [
    () => as(ada).patch<Entity>(path, { title: 'New' }),
    () => as(ada).patch<Entity>(path, { body: 'first' }),
    // Continues the save before it, and adds no line.
    () => as(ada).patch<Entity>(path, { body: 'second' }),
    () => bob.patch<Entity>(path, { rating: 3, title: 'Newer' }),
    () => as(ada).patch<Entity>(path, { title: 'Newer' }),
    async () => {
      await root.patch(`users/${ada.id}`, { lastname: 'Lovelace' })
      return bob.patch<Entity>(path, { title: 'Renamed' })
    },
    async () => {
      await as(ada).post(`${path}/tags`, { tag: 'a' })
      await as(ada).post(`${path}/comments`, { comment: 'why?' })
      return as(ada).patch<Entity>(path, { action: 'lock' })
    },
  ]
  for (const change of changes) {
    const { changelog } = (await change()).body
    expect(changelog).toEqual(await readAnew(app, ada, id))
  }
})

test('it ends after so many lines, however many came at once', async () => {
  const app = await testApp()
  const { as, given } = app
  const owner = await given.user()
  const ada = as(owner)
  const id = await given.experiment(owner, { title: 'Number 0' })
  const path = `experiments/${id}`
  let known: Lines = []
  for (let number = 1; number <= MOST_LINES + 20; number++) {
    known = (await ada.patch<Entity>(path, { title: `Number ${number}` })).body.changelog
  }
  expect(known).toHaveLength(MOST_LINES)
  expect(known).toEqual(await readAnew(app, owner, id))

  // Another server made so many changes that this one does not find the last it knows.
  const before = app.ctx.knownChangelogs
  app.ctx.knownChangelogs = new KnownChangelogs()
  for (let number = 1; number <= MOST_LINES + 5; number++) await ada.patch(path, { rating: number % 6 })
  app.ctx.knownChangelogs = before
  const { changelog } = (await ada.patch<Entity>(path, { title: 'Last' })).body
  expect(changelog).toEqual(await readAnew(app, owner, id))
})

test('a chain that is another one than before is read from the start', async () => {
  const app = await testApp()
  const { as, given, ctx } = app
  const ada = as(await given.user())
  const { id } = await ada.post('experiments', { title: 'Old' })
  await ada.patch(`experiments/${id}`, { title: 'Lost' })
  // As after a database that was restored from a moment before.
  await ctx.db.write((db) =>
    sql`update events set hash = 'another', changes = replace(changes, 'Lost', 'Kept')
      where chain = ${id} and position = 2`.execute(db),
  )
  const { changelog } = (await ada.patch<Entity>(`experiments/${id}`, { title: 'New' })).body
  expect(changelog.map(({ content }) => content)).toEqual(['New', 'Kept', 'Old', 'Created'])
})
