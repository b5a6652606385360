import { expect, onTestFinished, test, vi } from 'vitest'
import { roomText } from './amounts.ts'
import { writingIn } from './refusals/writing.ts'

function givenReader(...languages: string[]): void {
  vi.stubGlobal('navigator', { languages, language: languages[0] })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test.each([
  ['de-DE', 'de', /^12\.345$/],
  ['de-CH', 'de', /^12['’]345$/],
  ['en-IN', 'en', /^12,345$/],
  ['fr-FR', 'fr', /^12\u202f345$/],
])('a number is written as in the country of a reader of %s', (tag, language, written) => {
  givenReader('nl-NL', tag)
  expect(writingIn(language).count(12_345)).toMatch(written)
})

test.each([
  ['de', 100, '100 B'],
  ['de', 1.5 * 1024 ** 2, '1,5 MiB'],
  ['en', 20 * 1024 ** 3, '20 GiB'],
  ['fr', 2 * 1024, '2 Kio'],
])('in %s a limit of %i bytes is %s', (language, bytes, written) => {
  givenReader(language)
  expect(roomText(bytes, language)).toBe(written)
})
