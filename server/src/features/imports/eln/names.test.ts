import { expect, test } from 'vitest'
import { entriesOf, notesOf } from '../../../../test/archives/entries-of.ts'
import { crateOf, elnWith, PLAIN } from '../../../../test/archives/forged-zip.ts'
import { isEmail } from './names.ts'

const LONG = 'x'.repeat(100_000)

test('names of people and labels are cut, and this is noted', async () => {
  const person = { '@id': '#p', '@type': 'Person', name: LONG, email: `${LONG}@example.org` }
  const node = { ...PLAIN, author: [{ '@id': '#p' }, `${LONG} Doe`], about: { '@id': '#l' }, creativeWorkStatus: LONG }
  const [entry] = await entriesOf(elnWith([], crateOf([node, person, { '@id': '#l', '@type': 'Thing', name: LONG }])))
  expect(entry?.author).toEqual({ name: 'x'.repeat(500), email: null, orcid: null })
  expect(entry?.coauthors).toEqual([])
  expect([entry?.category?.title, entry?.status?.title]).toEqual(['x'.repeat(255), 'x'.repeat(255)])
  expect(notesOf(entry)).toHaveLength(5)
  expect(notesOf(entry)[0]).toMatch(/^not_understood x{300}$/)
})

test('a cut name does not end within a character', async () => {
  const [entry] = await entriesOf(elnWith([], crateOf([{ ...PLAIN, author: `${'x'.repeat(499)}😀` }])))
  expect(entry?.author?.name).toBe('x'.repeat(499))
})

test('a long text is found to be no address in no time', { timeout: 10_000 }, () => {
  expect(isEmail('ada@example.org')).toBe(true)
  expect(isEmail(`a@${'.a'.repeat(2_000_000)} `)).toBe(false)
})
