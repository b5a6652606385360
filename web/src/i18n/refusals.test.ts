import { inEnglish } from '@aliquot/contract/refusals/english'
import { type Said, say } from '@aliquot/contract/refusals/say'
import { beforeAll, expect, test } from 'vitest'
import { catalogues } from '../languages/index.ts'
import { offerLanguages } from './catalogue.ts'
import { loadRefusals, sayOfField, sayRefusal } from './refusals.ts'

beforeAll(async () => {
  offerLanguages(catalogues)
  await loadRefusals('en')
  await loadRefusals('fr')
  await loadRefusals('de')
})

/** As the service sends it. */
function told(said: Said) {
  const { field, ...params } = said.params
  return { ...inEnglish(said), reason: said.reason, params, ...(typeof field === 'string' && { field }) }
}

test.each([
  [say('field.empty', { field: 'title' }), 'titre : ne doit pas être vide'],
  [say('field.too_long', { field: 'title', most: 10_000 }), 'titre : doit avoir au plus 10\u202f000 caractères'],
  [say('field.above_size', { field: 'file', most: 2 * 1024 ** 3 }), 'fichier : dépasse la limite de 2 Gio'],
  [say('upload.team_quota', { most: 1.5 * 1024 ** 2 }), 'Ce fichier dépasse la limite de 1,5 Mio de votre équipe'],
  [say('export.no_entry', { field: 'id', id: 12_345 }), 'id : l’entrée 12345 n’existe pas'],
  [say('field.either', { field: 'state', choices: [1, 2, 3] }), 'state : doit être 1, 2 ou 3'],
  [say('entry.required', { field: 'Lot (2026)' }), 'Lot (2026) : est requis et ne peut pas être vidé'],
  [say('field.empty', { field: 'toString' }), 'toString : ne doit pas être vide'],
  [say('entry.unfilled', { names: ['A', 'B'] }), 'Remplissez d’abord les champs requis : A, B'],
  [say('query.not_yes_or_no', { field: 'q', position: 12 }), 'q : il faut yes ou no (caractère 12)'],
  [say('entry.required', { field: 'a {id} $& b' }), 'a {id} $& b : est requis et ne peut pas être vidé'],
])('%j is said in French', (said, french) => {
  expect(sayRefusal(told(said), 'fr').message).toBe(french)
  expect(sayRefusal(told(said), 'en').message).toBe(inEnglish(said).message)
})

test.each([
  [say('field.too_long', { field: 'title', most: 10_000 }), 'Titel: darf höchstens 10.000 Zeichen haben'],
  [say('field.above_size', { field: 'file', most: 2 * 1024 ** 3 }), 'Datei: ist größer als die Grenze von 2 GiB'],
  [say('field.either', { field: 'state', choices: [1, 2, 3] }), 'state: muss 1, 2 oder 3 sein'],
])('%j is said in German', (said, german) => {
  expect(sayRefusal(told(said), 'de').message).toBe(german)
})

test('under a field its name is left out', () => {
  const refused = told(say('field.too_long', { field: 'title', most: 255 }))
  expect(sayOfField(refused, 'en')).toBe('must have at most 255 characters')
  expect(sayOfField(refused, 'fr')).toBe('doit avoir au plus 255 caractères')
})

test.each(['moon.too_old', 'toString', undefined])(
  'of %j, which this page does not know, the service’s words stay',
  (reason) => {
    const refused = { reason, field: 'moon', message: 'moon: has to be older', description: 'Wait.' }
    expect(sayRefusal(refused, 'fr')).toEqual({ message: 'moon: has to be older', description: 'Wait.' })
    expect(sayOfField(refused, 'fr')).toBe('moon: has to be older')
  },
)
