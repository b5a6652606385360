import { expect, test } from 'vitest'
import { entriesOf, notesOf } from '../../../../test/archives/entries-of.ts'
import { crateOf, elnWith, PLAIN } from '../../../../test/archives/forged-zip.ts'

test('of very many texts and descriptions only the first are taken', async () => {
  const texts = Array.from({ length: 60 }, (_, number) => `Text ${number}.`)
  const description = [...texts, ...texts.map((text) => `About ${text}`)]
  const [entry] = await entriesOf(
    elnWith([], crateOf([{ ...PLAIN, encodingFormat: 'text/plain', text: texts, description }])),
  )
  expect(entry?.text.match(/<p>/g)).toHaveLength(50)
  expect(notesOf(entry)).toEqual(['many_values text', 'many_values description'])
})
