import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const BASE_URL = 'https://notebook.example.org'
const app = await testApp({ BASE_URL }, { closing: afterAll })
const ada = await app.given.user()
const client = app.as(ada)

async function read(code: string, who = ada) {
  const reply = await app.as(who).get<{ id: number }[]>(`entries_of_code?code=${encodeURIComponent(code)}`)
  expect(reply.status).toBe(200)
  return reply.body
}

test('each code of an entry leads to it', async () => {
  const id = await app.given.experiment(ada, { title: 'Tube', custom_id: 4711 })
  const { elabid } = (await client.get<{ elabid: string }>(`experiments/${id}`)).body
  const codes = [
    `${BASE_URL}/e/${id}`,
    `${BASE_URL}/experiments.php?mode=view&id=${id}`,
    `${BASE_URL}/experiments.php?mode=view&id=${id}&access_key=1234`,
    `${BASE_URL}/experiments/${id}`,
    `${BASE_URL}/share/experiments/${id}?key=1234`,
    `${BASE_URL}/api/v2/experiments/${id}`,
    `HTTPS://NOTEBOOK.EXAMPLE.ORG/e/${id}`,
    `HTTPS://NOTEBOOK.EXAMPLE.ORG/E/${id}`,
    `]Q1${BASE_URL}/e/${id} `,
    `#${id}`,
    '4711',
    elabid,
    elabid.toUpperCase(),
  ]
  for (const code of codes) {
    expect(await read(code), code).toEqual([{ type: 'experiments', id, title: 'Tube', state: 1 }])
  }
})

test.each([
  'https://elsewhere.example.org/e/1',
  `${BASE_URL}/e/0`,
  `${BASE_URL}/e/99999999999`,
  `${BASE_URL}/experiments.php?mode=show`,
  `${BASE_URL}/constructor/1`,
  `${BASE_URL}.evil.example/e/1`,
  'https://',
  '2147483648',
  '99999999999999',
  '20260101-0123456789012345678901234567890123456789',
  'something else',
])('%s means no entry', async (code) => {
  await app.given.experiment(ada)
  expect(await read(code)).toEqual([])
})

test('an address of another type means no entry', async () => {
  const id = await app.given.experiment(ada)
  expect(await read(`${BASE_URL}/database.php?mode=view&id=${id}`)).toEqual([])
})

test('several entries with one custom id are told, the newest first; without any, the number is an id', async () => {
  const first = await app.given.experiment(ada, { custom_id: 90_001 })
  const second = (await client.post('items', { custom_id: 90_001 })).id
  expect((await read('90001')).map(({ id }) => id)).toEqual([second, first])
  expect((await read(String(first))).map(({ id }) => id)).toEqual([first])
})

test('codes of entries that one may not read lead nowhere', async () => {
  const id = await app.given.experiment(ada, { canread_base: 10, custom_id: 90_002 })
  const { elabid } = (await client.get<{ elabid: string }>(`experiments/${id}`)).body
  const other = await app.given.user()
  for (const code of [`#${id}`, '90002', elabid, `${BASE_URL}/e/${id}`]) expect(await read(code, other)).toEqual([])
})

test('a code is not endless', async () => {
  expect(await client.get('entries_of_code')).toMatchObject({ status: 200, body: [] })
  expect(await client.get(`entries_of_code?code=${'x'.repeat(1001)}`)).toMatchObject({
    status: 400,
    body: { field: 'code' },
  })
})
