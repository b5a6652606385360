import type { EntityGroup } from '@aliquot/contract/entity-groups'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../../test/entries.ts'
import { type Client, testApp } from '../../../../test/harness.ts'

async function groups(client: Client, query: string): Promise<string[]> {
  const { status, body } = await client.get<EntityGroup[]>(`entity_groups/experiments?${query}`)
  expect(status, query).toBe(200)
  return body.map(({ value, total, total_is_exact }) => `${value}: ${total}${total_is_exact ? '' : '+'}`)
}

async function givenLab() {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Moreau' })
  const bob = await app.given.user({ firstname: 'Bob', lastname: 'Abel' })
  const labels = await app.ctx.db.read
    .selectFrom('labels')
    .select('id')
    .where('team', '=', 1)
    .where('kind', '=', 2)
    .orderBy('ordering')
    .orderBy('id')
    .execute()
  const [running = 0, success = 0] = labels.map(({ id }) => id)
  await insertEntries(app.ctx, [
    { team: 1, userid: ada.id, status: running, date: '2026-03-31', title: 'PCR one' },
    { team: 1, userid: ada.id, status: running, date: '2026-03-01', title: 'PCR two' },
    { team: 1, userid: bob.id, status: success, date: '2026-01-15', title: 'Blot' },
    { team: 1, userid: bob.id, date: '2025-12-31', title: 'PCR three' },
    // Only Bob reads this one.
    { team: 1, userid: bob.id, status: success, date: '2024-02-29', canread_base: 10, title: 'Secret' },
    { team: 1, userid: ada.id, status: running, date: '2023-05-05', state: 3, title: 'Gone' },
  ])
  return { app, ada, bob, running, success }
}

test('a list has groups by status in the order of the labels, those without one last', async () => {
  const { app, ada, bob, running, success } = await givenLab()
  expect(await groups(app.as(ada), 'by=status')).toEqual([`${running}: 2`, `${success}: 1`, 'null: 1'])
  expect(await groups(app.as(bob), 'by=status')).toEqual([`${running}: 2`, `${success}: 2`, 'null: 1'])
  expect(await groups(app.as(ada), 'by=category')).toEqual(['null: 4'])
  const { body } = await app.as(ada).get<EntityGroup[]>('entity_groups/experiments?by=status&limit=1')
  expect(body).toEqual([
    { value: String(running), title: 'Running', color: expect.any(String), total: 2, total_is_exact: 1 },
  ])
})

test('owners come by name, and nobody learns of entries they may not read', async () => {
  const { app, ada, bob } = await givenLab()
  expect(await groups(app.as(ada), 'by=owner')).toEqual([`${bob.id}: 2`, `${ada.id}: 2`])
  expect(await groups(app.as(bob), 'by=owner')).toEqual([`${bob.id}: 3`, `${ada.id}: 2`])
  expect(await groups(app.as(ada), 'by=owner&scope=1')).toEqual([`${ada.id}: 2`])
  expect(await groups(app.as(ada), `by=owner&owner=${bob.id}`)).toEqual([`${bob.id}: 2`])
  expect(await groups(app.as(ada), 'by=owner&q=Secret')).toEqual([])
  expect(await groups(app.as(ada), 'by=month&q=Secret')).toEqual([])
  const stranger = await app.given.user({ team: await app.given.team() })
  for (const by of ['status', 'owner', 'month']) expect(await groups(app.as(stranger), `by=${by}&scope=3`)).toEqual([])
})

test('months come from the newest, without empty ones between, and follow the filters', async () => {
  const { app, ada, bob, running } = await givenLab()
  expect(await groups(app.as(ada), 'by=month')).toEqual(['2026-03: 2', '2026-01: 1', '2025-12: 1'])
  expect(await groups(app.as(bob), 'by=month')).toEqual(['2026-03: 2', '2026-01: 1', '2025-12: 1', '2024-02: 1'])
  expect(await groups(app.as(ada), 'by=month&date=2026-01-01..2026-03-15')).toEqual(['2026-03: 1', '2026-01: 1'])
  expect(await groups(app.as(ada), `by=month&status=${running}`)).toEqual(['2026-03: 2'])
  expect(await groups(app.as(ada), 'by=month&q=PCR')).toEqual(['2026-03: 2', '2025-12: 1'])
  expect(await groups(app.as(ada), 'by=month&state=3')).toEqual(['2023-05: 1'])
})

test('months in a row and months far apart are all found', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const row = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2022, 3 + index, 9)).toISOString().slice(0, 7))
  const months = [...row.filter((month) => month !== '2023-01'), '1999-12', '1999-11', '1999-08', '0001-02', '9999-12']
  await insertEntries(
    app.ctx,
    months.map((month) => ({ team: ada.team, userid: ada.id, date: `${month}-28` })),
  )
  const found = await groups(app.as(ada), 'by=month&limit=100')
  expect(found).toEqual(
    months
      .toSorted()
      .toReversed()
      .map((month) => `${month}: 1`),
  )
})

test('a pinned entry stays in its month', async () => {
  const { app, ada } = await givenLab()
  const { body } = await app.as(ada).get<{ id: number }[]>('experiments?q=three')
  await app.as(ada).patch(`experiments/${body[0]?.id}`, { action: 'pin' })
  expect(await groups(app.as(ada), 'by=month')).toEqual(['2026-03: 2', '2026-01: 1', '2025-12: 1'])
})

test('a large group is counted as far as its first page', async () => {
  const { app, ada, running } = await givenLab()
  const many = Array.from({ length: 1200 }, () => ({ team: 1, userid: ada.id, status: running, date: '2026-03-02' }))
  await insertEntries(app.ctx, many)
  const [first] = await groups(app.as(ada), 'by=status')
  expect(first).toMatch(new RegExp(`^${running}: (?:\\d+\\+|1202)$`))
  const [month] = await groups(app.as(ada), 'by=month')
  expect(month).toMatch(/^2026-03: \d{2,3}\+$/)
  expect(await groups(app.as(ada), 'by=owner')).toContain(`${ada.id}: 1202`)
  const { headers } = await app.as(ada).get(`experiments?status=${running}&limit=50`)
  expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(50)
})

test('entries with a label of another team, even one that is no longer shared, are in a group and in the order by it', async () => {
  const { app, ada } = await givenLab()
  const other = await app.given.user({ team: await app.given.team(), isAdmin: true })
  const labels = `teams/${other.team}/experiments_status`
  const shared = (await app.as(other).post(labels, { name: 'Failed' })).id
  const unshared = (await app.as(other).post(labels, { name: 'Repeated' })).id
  for (const id of [shared, unshared]) {
    await app.as(other).patch(`${labels}/${id}`, { is_private: 0 })
    const entry = await app.as(ada).post('experiments')
    expect(await app.as(ada).patch(`experiments/${entry.id}`, { status: id })).toMatchObject({ status: 200 })
  }
  await app.as(other).patch(`${labels}/${unshared}`, { is_private: 1 })
  const found = await groups(app.as(ada), 'by=status')
  expect(found).toEqual(expect.arrayContaining([`${shared}: 1`, `${unshared}: 1`]))
  const { body } = await app.as(ada).get<{ status: number }[]>('experiments?order=status&limit=50')
  expect(body.map(({ status }) => status)).toEqual(expect.arrayContaining([shared, unshared]))
})

test('a long filtered list has all its groups, of which the first are counted', async () => {
  const { app, ada, running } = await givenLab()
  const months = Array.from({ length: 70 }, (_, index) => new Date(Date.UTC(2010, index, 5)).toISOString().slice(0, 10))
  const many = months.flatMap((date) =>
    Array.from({ length: 30 }, () => ({ team: 1, userid: ada.id, status: running, date, title: 'Culture' })),
  )
  await insertEntries(app.ctx, many)
  const found = await groups(app.as(ada), `by=month&owner=${ada.id}&status=${running}&limit=100`)
  expect(found).toHaveLength(months.length + 1)
  expect(found[0]).toBe('2026-03: 2')
  expect(found[1]).toBe('2015-10: 30')
  expect(found.at(-1)).toBe('2010-01: 1+')
  const [group] = await groups(app.as(ada), `by=status&owner=${ada.id}&category=null`)
  expect(group).toMatch(new RegExp(`^${running}: (?:\\d+\\+|2102)$`))
})
