import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

/** All that JSON escapes, and some that it does not. */
const ODD = [
  ...Array.from({ length: 31 }, (_, code) => String.fromCodePoint(code + 1)),
  ...[
    '"',
    '\\',
    '/',
    "'",
    '<',
    '\u007f',
    '\u0080',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\uffff',
    '\u{1f9ea}',
    'é',
    '{}',
    '[1]',
  ],
].join('x')

/** The harness compares each row with what the serialiser writes. */
test('rows that the database writes have every character as it is stored', async () => {
  const app = await testApp({ TIMEZONE: 'America/St_Johns' })
  const ada = await app.given.user({ firstname: 'A "da"', lastname: 'L\\ovelace' })
  const client = app.as(ada)
  for (const type of ['experiments', 'items', 'experiments_templates', 'items_types']) {
    const tags = [`tag ${ODD}`, 'b', 'T', '7:aTb', 'x\uff5c7:aTb', '\u{1f9ea}', '\uffee', 'É', 'e f', 'E']
    const given = { title: `t ${ODD}`, body: `<p>${ODD}</p>`, content_type: 2, tags }
    await client.post('favtags', { tag: 'T' })
    const { headers } = await client.post(type, { ...given, metadata: { odd: ODD } })
    const id = Number(String(headers.location).split('/').pop())
    await client.post(`${type}/${id}/steps`, { body: ODD })
    await client.post(`${type}/${id}/comments`, { comment: ODD })
    await client.post('favtags', { tag: 'É' })
    const { body: record } = await client.get<Record<string, unknown>>(`${type}/${id}`)
    for (const query of ['limit=15', 'limit=15&full=0', 'limit=15&search=b', '', 'q=b&limit=3']) {
      const { status, body } = await client.get<Record<string, unknown>[]>(`${type}?${query}`)
      expect(status, query).toBe(200)
      const { page: _, found_in: __, has_attachment: ___, ...row } = body[0] ?? {}
      expect(record, `${type} ${query}`).toMatchObject(row)
    }
  }
})

test('long texts come whole and in their places, on a page and in a long list', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const client = app.as(ada)
  const long = (letter: string) => `<p>${`${letter} 😀 `.repeat(50_000)}</p>`
  const bodies = ['<p>first</p>', long('b'), '<p>third</p>', long('d'), long('e'), '<p>last</p>']
  for (const body of bodies) await client.post('experiments', { body })
  for (let n = 0; n < 100; n++) await client.post('experiments', { title: `other ${n}` })
  for (const query of ['limit=15&offset=100', 'limit=200', 'limit=0']) {
    const { body } = await client.get<{ body: string | null }[]>(`experiments?order=id&sort=desc&${query}`)
    const found = body.flatMap((row) => row.body ?? []).reverse()
    expect(found.length, query).toBe(bodies.length)
    expect(
      found.every((text, index) => text === bodies[index]),
      query,
    ).toBe(true)
  }
})
