import { expect, test } from 'vitest'
import { mergeTexts } from '../merge.ts'
import { carryOver, splicesBetween } from './carry-over.ts'
import { randomTexts, seeded } from './random-texts.ts'

const before = '<p>The yield was 4 mg.</p><p>End</p>'
const merged = '<p>Batch 17: The yield was 4 mg.</p><p>End of it</p>'
const splices = splicesBetween(before, merged, 'html')

test('what was typed between the changes of a merge is there with them', () => {
  const typed = before.replace('was 4 mg', 'was about 4.2 mg')
  expect(carryOver(before, typed, splices, 'html')).toBe('<p>Batch 17: The yield was about 4.2 mg.</p><p>End of it</p>')
  expect(carryOver(before, before.replace('yield was', 'was'), splices, 'html')).toBe(
    '<p>Batch 17: The was 4 mg.</p><p>End of it</p>',
  )
})

test.each([
  ['at the same place', before.replace('End', 'End, Bob')],
  ['over it', '<p>All is new</p>'],
  ['as a paragraph', before.replace('was 4', 'was</p><p>4')],
])('what was typed %s has to be merged anew', (_, typed) => {
  expect(carryOver(before, typed, splices, 'html')).toBeUndefined()
})

const TRIALS = 300
const SEED = 3

test(`what is carried over is the merge and the word that was typed, and nothing else (seed ${SEED})`, () => {
  let count = 0
  let carried = 0
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const random = seeded(SEED * TRIALS + trial)
    const texts = randomTexts(random, (who, column) => `${column ?? ''}${who}${count++}`)
    const result = mergeTexts({ ...texts, kind: 'html' })
    const places = Array.from(texts.mine.matchAll(/(?<=>|\s)(?=\w)/g), ({ index }) => index)
    const at = places[Math.floor(random() * places.length)]
    if (result === undefined || at === undefined) continue
    const typed = `${texts.mine.slice(0, at)}typed ${texts.mine.slice(at)}`
    const both = carryOver(texts.mine, typed, splicesBetween(texts.mine, result, 'html'), 'html')
    if (both === undefined) continue
    carried += 1
    expect(both.replace('typed ', ''), JSON.stringify({ ...texts, typed })).toBe(result)
  }
  expect(carried).toBeGreaterThan(TRIALS / 4)
})
