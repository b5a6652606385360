import { expect, test } from 'vitest'
import { translateRefusal } from './refusals.ts'

test.each([
  ['must not be empty', 'ne doit pas être vide'],
  ['must have at most 255 characters', 'doit avoir au plus 255 caractères'],
  ['must have at least 12 characters', 'doit avoir au moins 12 caractères'],
  ['must look like 0000-0002-1825-0097', 'doit ressembler à 0000-0002-1825-0097'],
  ['there is no team with this id', 'cette équipe n’existe pas'],
  [
    'is too easy to guess: it is a common password, a simple pattern, or your name',
    'est trop facile à deviner : courant, trop régulier, ou proche de votre nom',
  ],
])('%j is said in French', (said, french) => {
  expect(translateRefusal(said, 'fr')).toBe(french)
  expect(translateRefusal(said, 'en')).toBe(said)
})

test('what nobody has translated is said as the service says it', () => {
  expect(translateRefusal('must be older than the moon', 'fr')).toBe('must be older than the moon')
})
