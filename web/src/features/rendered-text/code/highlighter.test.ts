import { expect, test } from 'vitest'
import { CODE_LANGUAGES, languageOf } from './code-languages.ts'
import { findPieces } from './highlighter.ts'

test.each(CODE_LANGUAGES)('%s that can be chosen is coloured', (language) => {
  // Every language recognises something in it.
  const code = '"a" 1.5 <b> \\a\n# T\n- y\n'
  expect(findPieces(language, code)).not.toEqual([])
})

test('the pieces of a code are told by their place', () => {
  const code = 'if x:\n    return "a" # why'
  const pieces = findPieces('python', code).map(({ from, to, kind }) => [code.slice(from, to), kind])
  expect(pieces).toEqual([
    ['if', 'keyword'],
    ['return', 'keyword'],
    ['"a"', 'string'],
    ['# why', 'comment'],
  ])
})

test('a language that is not known leaves the code plain', () => {
  expect(findPieces('klingon', 'if x')).toEqual([])
})

test.each([
  [{ language: 'r', class: null }, 'r'],
  [{ language: null, class: 'language-c++' }, 'c++'],
  [{ language: null, class: null }, undefined],
  [{}, undefined],
])('the language of %j is %j', (attributes, language) => expect(languageOf(attributes)).toBe(language))
