import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const shared = sharedApp()

const NOBODY = '{"teams": [], "teamgroups": [], "users": []}'

const RESOURCE = {
  ...{ is_bookable: 0, available: 1, book_max_minutes: 0, book_max_slots: 0, book_can_overlap: 1 },
  ...{ book_is_cancellable: 1, book_cancel_minutes: 0, book_users_can_in_past: 0, booking_window_days: 0 },
  ...{ booking_hourly_rate_notax: '0.00', booking_hourly_rate_tax: '0.00', booking_hourly_rate_currency: 0 },
  ...{ is_procurable: 0, proc_pack_qty: 0, proc_price_notax: '0.00', proc_price_tax: '0.00', proc_currency: 0 },
}
const BOOKING = { canbook: NOBODY, canbook_base: 30 }
const TEMPLATE = {
  ...{ canread_target: NOBODY, canwrite_target: NOBODY, canread_target_base: 30, canwrite_target_base: 20 },
  ordering: null,
}
const OWN: Record<EntityType, Record<string, unknown>> = {
  experiments: {},
  items: { ...RESOURCE, ...BOOKING },
  experiments_templates: TEMPLATE,
  items_types: { ...TEMPLATE, ...BOOKING, color: null },
}
const ALL = Object.keys({ ...RESOURCE, ...BOOKING, ...TEMPLATE, color: null })

test.each(EntityType.options)(
  'a new one of %s has the settings of its type with their defaults, and no others',
  async (type) => {
    const { as, given } = await testApp()
    const ada = await given.user()
    const { id } = await as(ada).post(type, {})
    const { body } = await as(ada).get<Entity>(`${type}/${id}`)
    expect(pick(body)).toEqual(OWN[type])
    const { body: rows } = await as(ada).get<Entity[]>(type)
    expect(pick(rows[0])).toEqual(OWN[type])
    const { body: short } = await as(ada).get<Entity[]>(`${type}?full=0`)
    expect(pick(short[0])).toEqual({})
    expect(body.canbook_base_human).toBe(type.startsWith('items') ? 'Team' : undefined)
  },
)

const CHANGES: Record<string, [sent: unknown, stored: unknown]> = {
  is_bookable: [true, 1],
  available: ['off', 0],
  book_max_minutes: ['90', 90],
  book_max_slots: [4, 4],
  book_can_overlap: [0, 0],
  book_is_cancellable: ['0', 0],
  book_cancel_minutes: [30, 30],
  book_users_can_in_past: [1, 1],
  booking_window_days: [14, 14],
  booking_hourly_rate_notax: ['12,5', '12.50'],
  booking_hourly_rate_tax: [14.88, '14.88'],
  booking_hourly_rate_currency: [4, 4],
  is_procurable: [1, 1],
  proc_pack_qty: [50, 50],
  proc_price_notax: [7, '7.00'],
  proc_price_tax: ['008.4', '8.40'],
  proc_currency: ['7', 7],
  canbook_base: [40, 40],
  canbook: [{ teams: [1], teamgroups: [], users: [1] }, '{"teams": [1], "teamgroups": [], "users": [1]}'],
  canread_target_base: [50, 50],
  canwrite_target_base: [30, 30],
  canread_target: [NOBODY.replace('"users": []', '"users": [1]'), '{"teams": [], "teamgroups": [], "users": [1]}'],
  canwrite_target: ['{"teams":[1],"teamgroups":[],"users":[]}', '{"teams": [1], "teamgroups": [], "users": []}'],
  ordering: [12, 12],
  color: ['#0a1B2c', '0a1B2c'],
}

test.each(EntityType.options)(
  'every setting of %s can be given to a new one and changed later; those of others are refused',
  async (type) => {
    const { ctx, as, given } = await testApp()
    const ada = await given.user()
    const own = Object.keys(OWN[type])
    const sent = Object.fromEntries(own.map((name) => [name, CHANGES[name]?.[0]]))
    const stored = Object.fromEntries(own.map((name) => [name, CHANGES[name]?.[1]]))
    const { id } = await as(ada).post(type, sent)
    expect(pick((await as(ada).get<Entity>(`${type}/${id}`)).body)).toEqual(stored)

    const { id: plain } = await as(ada).post(type, {})
    for (const name of ALL) {
      const patched = await as(ada).patch<Entity>(`${type}/${plain}`, { [name]: CHANGES[name]?.[0] })
      if (!own.includes(name)) {
        const message = `${name}: is not an attribute of ${type}`
        expect.soft(patched, name).toMatchObject({ status: 400, body: { message } })
        continue
      }
      expect.soft(patched, name).toMatchObject({ status: 200, body: { [name]: stored[name], lastchangeby: ada.id } })
      expect.soft(patched.body.changelog[0], name).toMatchObject({ target: name, content: String(stored[name]) })
    }
    const { body: rows } = await as(ada).get<Entity[]>(`${type}?order=id&sort=asc`)
    expect(pick(rows[1])).toEqual(stored)
    expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  },
)

test('what only other types have is ignored on a new experiment', async () => {
  const { as, given } = await testApp()
  const { status } = await as(await given.user()).post('experiments', { is_bookable: 1, color: 'aabbcc', ordering: 2 })
  expect(status).toBe(201)
})

test.each([
  ['items', 'booking_hourly_rate_notax', 'free'],
  ['items', 'booking_hourly_rate_notax', -1],
  ['items', 'booking_hourly_rate_notax', '1.234'],
  ['items', 'proc_price_tax', '999999999'],
  ['items', 'proc_currency', 10],
  ['items', 'proc_currency', null],
  ['items', 'book_max_minutes', -5],
  ['items', 'book_max_minutes', 3_000_000_000],
  ['items', 'book_max_slots', 1.5],
  ['items', 'is_bookable', []],
  ['items', 'canbook_base', 35],
  ['items', 'canbook', '{"teams": []}'],
  ['items', 'canbook', '{"teams": [], "teamgroups": [], "users": ["3"]}'],
  ['items_types', 'color', 'red'],
  ['items_types', 'color', '#12345'],
  ['items_types', 'color', null],
  ['items_types', 'ordering', 'first'],
  ['experiments_templates', 'canread_target_base', 60],
  ['experiments_templates', 'canwrite_target', '[1]'],
] as const)('PATCH %s refuses %s = %j by name, and nothing changes', async (type, name, value) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const { id } = await as(ada).post(type, {})
  const refused = await as(ada).patch(`${type}/${id}`, { title: 'changed', [name]: value })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(`^${name}:`) } })
  expect((await as(ada).get(`${type}/${id}`)).body).toMatchObject({ title: expect.not.stringMatching('changed') })
})

test('immutability is free on templates, and fixed on what is made from them', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  for (const type of ['experiments_templates', 'items_types']) {
    const { id } = await as(ada).post(type, {})
    const set = { canread_is_immutable: 1, canwrite_is_immutable: 1 }
    expect.soft(await as(ada).patch(`${type}/${id}`, set), type).toMatchObject({ status: 200, body: set })
    expect.soft(await as(ada).patch(`${type}/${id}`, { canread_base: 40 }), type).toMatchObject({ status: 200 })
    expect.soft(await as(ada).patch(`${type}/${id}`, { canread_is_immutable: 0 }), type).toMatchObject({
      body: { canread_is_immutable: 0 },
    })
  }
  for (const type of ['experiments', 'items']) {
    const { id } = await as(ada).post(type, {})
    expect.soft(await as(ada).patch(`${type}/${id}`, { canread_is_immutable: 1 }), type).toMatchObject({ status: 422 })
  }
})

test('a copied resource takes over whether and by whom it is booked, and starts the rest anew', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('items', { is_bookable: 1, canbook_base: 40, book_max_minutes: 60 })
  const { id: copy } = await as(ada).post(`items/${id}`, { action: 'duplicate' })
  const { body } = await as(ada).get<Entity>(`items/${copy}`)
  expect(body).toMatchObject({
    is_bookable: 1,
    canbook_base: 40,
    book_max_minutes: 0,
    created_from_type_human: 'resource',
  })
})

test.each(['experiments_templates', 'items_types'])('%s are listed by their place', async (type) => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ids: number[] = []
  for (const ordering of [3, null, 1, 2]) ids.push((await as(ada).post(type, { ordering })).id)
  const listed = async (query: string) => (await as(ada).get<Entity[]>(`${type}?${query}`)).body.map(({ id }) => id)
  const [three, none, one, two] = ids
  expect(await listed('order=ordering&sort=asc')).toEqual([none, one, two, three])
  expect(await listed('order=ordering&sort=desc&limit=2')).toEqual([three, two])
})

test('on entries that are no templates, the order by place is the usual one', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const [first, second] = [await given.experiment(ada), await given.experiment(ada)]
  await as(ada).patch(`experiments/${first}`, { title: 'changed last' })
  const { body } = await as(ada).get<Entity[]>('experiments?order=ordering')
  expect(body.map(({ id }) => id)).toEqual([first, second])
})

function pick(record: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => ALL.includes(name)))
}
