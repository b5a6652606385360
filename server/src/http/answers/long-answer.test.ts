import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { encodeLong, encodeRows } from './long-answer.ts'

test('a long answer is the same in pieces, also where a piece ends inside of a character', async () => {
  for (const shift of [0, 1]) {
    const parts = [`${'x'.repeat(shift)}${'😀ü'.repeat(200_000)}`, '😀', '']
    const { bytes, digest, stream } = await encodeLong(parts)
    const text = parts.join('')
    const sent = await buffer(stream())
    expect(sent.equals(Buffer.from(text))).toBe(true)
    expect([bytes, digest]).toEqual([sent.length, hash('sha1', text, 'base64url')])
  }
})

test('an entry with a long text is read, not sent again if it is known, and guarded by its version', async () => {
  const { as, given } = await testApp()
  const user = as(await given.user())
  const body = `<p>${'Zirkon 😀 '.repeat(80_000)}</p>`
  const { id } = await user.post('experiments', { title: 'Long', body })
  const first = await user.get<{ body: string }>(`experiments/${id}`)
  expect(first.body.body).toBe(body)
  expect(first.headers['content-length']).toBe(String(first.raw.length))
  const etag = String(first.headers.etag)
  const again = await user.get(`experiments/${id}`, { 'if-none-match': etag })
  expect([again.status, again.raw.length]).toEqual([304, 0])
  expect((await user.patch(`experiments/${id}`, { title: 'Longer' }, { 'if-match': etag })).status).toBe(200)
  expect((await user.patch(`experiments/${id}`, { title: 'Other' }, { 'if-match': etag })).status).toBe(412)
})

test('a list with many rows is the same in pieces as at once', async () => {
  for (const rows of [
    [],
    [{ a: 1 }],
    Array.from({ length: 5000 }, (_, n) => ({ n, text: 'Zirkon 😀 '.repeat(n % 40) })),
  ]) {
    const { bytes, stream } = await encodeRows<object>(rows, (row) => JSON.stringify(row))
    const sent = await buffer(stream())
    expect(String(sent)).toBe(JSON.stringify(rows))
    expect(bytes).toBe(sent.length)
  }
})

test('a list with many long rows comes whole, with its length and its total', async () => {
  const { as, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Discussed' })
  const said = Array.from({ length: 120 }, (_, n) => `${n} ${'Zirkon 😀 '.repeat(400)}`.trim())
  for (const comment of said) await user.post(`experiments/${id}/comments`, { comment })
  const path = `experiments/${id}/comments`

  const all = await user.get<{ comment: string }[]>(path)
  expect(all.body.map(({ comment }) => comment).sort()).toEqual(said.toSorted())
  expect(all.headers).toMatchObject({ 'content-length': String(all.raw.length), 'x-total-count': '120' })
  const pages = [0, 60].map((offset) => user.get<object[]>(`${path}?limit=60&offset=${offset}`))
  expect((await Promise.all(pages)).flatMap(({ body }) => body)).toEqual(all.body)
  const head = await user.send('HEAD', path)
  expect([head.status, head.raw.length]).toEqual([200, 0])
})
