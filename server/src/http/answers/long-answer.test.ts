import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { encodeLong } from './long-answer.ts'

test('a long answer is the same in pieces, also where a piece ends inside of a character', async () => {
  for (const shift of [0, 1]) {
    const text = `${'x'.repeat(shift)}${'😀ü'.repeat(200_000)}`
    const { bytes, digest, stream } = await encodeLong(text)
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
