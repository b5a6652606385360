import type { Left } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { momentTexts } from './moments.text.ts'
import { restoreTexts } from './restore.text.ts'
import { tellLeft } from './tell-left.ts'

function left(part: Left['part'], name: string): Left {
  return { part, id: null, name, reason: 'Because' }
}

test('names what could not be brought back, the first of it', () => {
  expect(tellLeft([], restoreTexts.en, momentTexts.en)).toBeUndefined()
  const some = [left('field', 'category'), left('tag', 'gel'), left('link', 'Buffer'), left('link', '')]
  const files = ['a', 'b', 'c'].map((name) => left('upload', name))
  expect(tellLeft([...some, ...files], restoreTexts.en, momentTexts.en)).toBe(
    'Could not be brought back: Category, the tag “gel”, the link to “Buffer”, a link to an entry that you may not see, ' +
      'the file “a”, 2 more.',
  )
  expect(tellLeft([left('field', 'proc_currency')], restoreTexts.fr, momentTexts.fr)).toContain('proc_currency')
})
