import type { Left } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { momentMessages } from './moments.messages.ts'
import { restoreMessages } from './restore.messages.ts'
import { tellLeft } from './tell-left.ts'

function left(part: Left['part'], name: string): Left {
  return { part, id: null, name, reason: 'Because' }
}

test('names what could not be brought back, the first of it', () => {
  expect(tellLeft([], restoreMessages.en, momentMessages.en)).toBeUndefined()
  const some = [left('field', 'category'), left('tag', 'gel'), left('link', 'Buffer'), left('link', '')]
  const files = ['a', 'b', 'c'].map((name) => left('upload', name))
  expect(tellLeft([...some, ...files], restoreMessages.en, momentMessages.en)).toBe(
    'Could not be brought back: Category, the tag “gel”, the link to “Buffer”, a link to an entry that you may not see, ' +
      'the file “a”, 2 more.',
  )
  expect(tellLeft([left('field', 'proc_currency')], restoreMessages.fr, momentMessages.fr)).toContain('proc_currency')
})
