import type { Left } from '@aliquot/contract/timeline'
import { beforeAll, expect, test } from 'vitest'
import { offerLanguages } from '../../i18n/catalogue.ts'
import { messagesIn } from '../../i18n/messages.tsx'
import { loadRefusals } from '../../i18n/refusals.ts'
import { catalogues } from '../../languages/index.ts'
import { momentMessages } from './moments.messages.ts'
import { restoreMessages } from './restore.messages.ts'
import { tellLeft } from './tell-left.ts'

function left(part: Left['part'], name: string, code = 'link.deleted'): Left {
  return { part, id: null, name, reason: 'Because', code }
}

beforeAll(async () => {
  offerLanguages(catalogues)
  await loadRefusals('en')
  await loadRefusals('fr')
})

test('names what could not be brought back, the first of it', () => {
  expect(tellLeft([], restoreMessages.english, momentMessages.english, 'en')).toBeUndefined()
  const category: Left = { ...left('field', 'category', 'entry.number_taken'), field: 'category' }
  const some = [category, left('tag', 'gel', 'newer.code'), left('link', 'Buffer'), left('link', '')]
  const files = ['a', 'b', 'c'].map((name) => left('upload', name, 'upload.of_system'))
  expect(tellLeft([...some, ...files], restoreMessages.english, momentMessages.english, 'en')).toBe(
    'Could not be restored: Category (another entry of this category already has this number), ' +
      'the tag “gel” (Because), the link to “Buffer” (The entry to link to is deleted: restore it first), ' +
      'a link to an entry you cannot view, the file “a” (This file was created by the system and is read only), 2 more.',
  )
  expect(
    tellLeft(
      [left('field', 'proc_currency')],
      messagesIn('fr', restoreMessages),
      messagesIn('fr', momentMessages),
      'fr',
    ),
  ).toBe('N’a pas pu être restauré : proc_currency (L’entrée à lier est supprimée : restaurez-la d’abord).')
})
