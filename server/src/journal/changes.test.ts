import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Changes,
  type FieldChange,
  fieldChange,
  isDelta,
  lengthAfter,
  rowChanges,
  textChange,
  textHash,
  valueAfter,
  valueAfterLater,
} from './changes.ts'
import { findPieces, joinPieces } from './text-delta.ts'

/** Well-formed text with many surrogate pairs that share one half, so that edits cut between the halves. */
const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', 'é', '細', '😀', '😁', '🙀', '\u{1f3fb}'),
  maxLength: 40,
})
// Without `size` only short texts are tried, which are stored without deltas.
const long = fc.array(piece, { maxLength: 200, size: 'max' }).map((pieces) => pieces.join(''))

/** A typical edit: some characters replaced, or the whole text. */
const edit = fc.oneof(
  { weight: 8, arbitrary: fc.record({ at: fc.nat(100), remove: fc.nat(60), insert: piece }) },
  { weight: 2, arbitrary: fc.record({ at: fc.nat(100), remove: fc.nat(60), insert: long }) },
  { weight: 1, arbitrary: fc.record({ text: long }) },
)

test('a text read back from its changes is the text that was saved, over long sequences of edits', () => {
  fc.assert(
    fc.property(long, fc.array(edit, { minLength: 1, maxLength: 150, size: 'max' }), (first, edits) => {
      let { change, deltas } = textChange(null, first, 0)
      let saved = first
      let read = valueAfter(stored(change), undefined)
      expect(read).toBe(saved)
      for (const next of edits.map((one) => applyEdit(() => saved, one))) {
        const before = saved
        saved = next()
        ;({ change, deltas } = textChange(before, saved, deltas))
        const kept = stored(change)
        if ('base' in kept) expect(kept.base).toBe(textHash(String(read)))
        read = valueAfter(kept, read)
        expect(read === saved).toBe(true)
        if ('hash' in kept) expect(kept.hash).toBe(textHash(saved))
        expect(lengthAfter(kept)).toBe([...saved].length)
      }
    }),
    { numRuns: 60 },
  )
})

test('a change between two characters that share a half keeps both whole', () => {
  const before = `${'x'.repeat(2000)}😀😁${'y'.repeat(2000)}`
  const after = `${'x'.repeat(2000)}😁😀${'y'.repeat(2000)}`
  const { change } = textChange(before, after, 0)
  expect(change).toHaveProperty('keep')
  expect(valueAfter(stored(change), before)).toBe(after)
})

test('small edits of a long text are stored small, with a full copy every so often', () => {
  let text = 'word '.repeat(20_000)
  let deltas = 0
  let sinceCopy = 0
  for (let n = 0; n < 300; n++) {
    const next = `${text.slice(0, 50_000)}${n} ${text.slice(50_000)}`
    const result = textChange(text, next, deltas)
    deltas = result.deltas
    if ('hash' in result.change && !isDelta(result.change)) sinceCopy = 0
    else {
      sinceCopy++
      expect(JSON.stringify(result.change).length).toBeLessThan(400)
    }
    expect(sinceCopy).toBeLessThanOrEqual(64)
    text = next
  }
})

test.each([
  ['a text that repeats itself', (n: number) => `<tr><td>${n % 7}</td><td></td></tr>`],
  ['a text that never does', (n: number) => `<p>paragraph ${n} ${textHash(String(n))}</p>`],
])('edits at places far apart in one save are stored small: %s', (_, line) => {
  const lines = Array.from({ length: 3000 }, (_, n) => line(n))
  let text = lines.join('')
  let deltas = 0
  for (let n = 0; n < 40; n++) {
    for (const place of [n * 7, 1000 + n * 11, 2999 - n * 13]) lines[place] = `<p>edit ${n}</p>${lines[place]}`
    lines.splice(500 + n, 2)
    const next = lines.join('')
    const { change, deltas: after } = textChange(text, next, deltas)
    expect(JSON.stringify(stored(change)).length).toBeLessThan(1500)
    expect(valueAfter(stored(change), text) === next).toBe(true)
    deltas = after
    text = next
  }
})

test('a text written anew stands as a full copy', () => {
  const before = Array.from({ length: 500 }, (_, n) => textHash(`a${n}`)).join('')
  const after = Array.from({ length: 500 }, (_, n) => textHash(`b${n}`)).join('')
  const { change, deltas } = textChange(before, after, 3)
  expect([isDelta(change), deltas]).toEqual([false, 0])
  expect(valueAfter(stored(change), before)).toBe(after)
})

test('whether a text is new is known from half of it, and exactly', () => {
  const pieces = (from: string, count: number) =>
    Array.from({ length: count }, (_, n) => textHash(`${from}${n}`)).join('')
  const before = pieces('a', 100)
  for (const share of [30, 49, 50, 51, 70]) {
    const after = `${pieces('b', share)}${before.slice(0, (100 - share) * 64)}`
    const found = findPieces(before, after, { mostNew: after.length / 2 })
    expect(found === undefined, `${share} % new`).toBe(share > 50)
    if (found) expect(joinPieces(found, before)).toBe(after)
  }
})

test('a text of two kilobytes with edits far apart stands as a full copy, and is not compressed', () => {
  const before = Array.from({ length: 25 }, (_, n) => textHash(`a${n}`)).join('')
  const after = `x${before}x`
  const { change, deltas } = textChange(before, after, 3)
  expect(change).toEqual({ hash: textHash(after), length: after.length, text: after })
  expect(deltas).toBe(0)
})

test('changes as earlier versions wrote them are read: one place that differs, and its text compressed', () => {
  const before = 'x'.repeat(3000)
  const insert = 'new '.repeat(600)
  const { change } = textChange(null, insert, 0)
  const kept: FieldChange = {
    hash: '',
    base: '',
    keep: [1000, 500],
    insert: 'deflated' in change ? String(change.deflated) : '',
    deflated: true,
  }
  expect(valueAfter(kept, before)).toBe(`${'x'.repeat(1000)}${insert}${'x'.repeat(500)}`)
  expect(lengthAfter(kept)).toBe(3900)
})

test.each([
  ['in UTF-16', (text: string) => deflateRawSync(Buffer.from(text, 'utf16le')).toString('base64')],
  ['in UTF-8', (text: string) => `utf8:${deflateRawSync(Buffer.from(text)).toString('base64')}`],
])('a full copy as earlier versions wrote it, %s, is read', async (_, packAsBefore) => {
  // Long enough to be unpacked on another thread.
  const text = Array.from({ length: 2000 }, (_, n) => `ΔG°, 細胞 😀 ${textHash(`${n}`)}`).join(' ')
  const kept: FieldChange = { hash: textHash(text), deflated: packAsBefore(text) }
  expect(valueAfter(kept, undefined)).toBe(text)
  expect(await valueAfterLater(kept, undefined)).toBe(text)
  expect(lengthAfter(kept)).toBe([...text].length)
})

test('a text with a byte order mark or half of a surrogate pair is read back as it was', async () => {
  for (const text of [`\ufeff${'text '.repeat(500)}`, `${'text '.repeat(500)}\ud83d`]) {
    const kept = stored(textChange(null, text, 0).change)
    expect(valueAfter(kept, undefined)).toBe(text)
    expect(await valueAfterLater(kept, undefined)).toBe(text)
  }
})

test('a short text stands as it is, before and after', () => {
  expect(textChange('old', 'new', 3)).toEqual({ change: { before: 'old', after: 'new' }, deltas: 0 })
})

test('a text that becomes short, and long again, is read back', () => {
  const texts = ['a'.repeat(5000), 'short', 'b'.repeat(5000), '', 'c'.repeat(3000), `${'c'.repeat(3000)}d`]
  let read: unknown
  let deltas = 0
  let before: string | null = null
  for (const text of texts) {
    const result = textChange(before, text, deltas)
    deltas = result.deltas
    read = valueAfter(stored(result.change), read as string)
    expect(read).toBe(text)
    before = text
  }
})

test('a large value of another field is stored compressed, and its former value as a hash', () => {
  const before = 'b'.repeat(5000)
  const after = 'a'.repeat(5000)
  expect(valueAfter(stored(fieldChange(before, after)), before)).toBe(after)
  expect(fieldChange(before, 'x')).toEqual({ before: { hash: textHash(before) }, after: 'x' })
  expect(fieldChange(undefined, 1)).toEqual({ after: 1 })
})

test('only fields that differ are changes', () => {
  const before = { title: 'A', rating: 1, date: null as string | null }
  const changes: Changes = rowChanges(before, { ...before, title: 'B', date: '2026-01-01' }, [
    'title',
    'rating',
    'date',
  ])
  expect(changes).toEqual({ title: { before: 'A', after: 'B' }, date: { before: null, after: '2026-01-01' } })
})

/** The change as it comes back from the database. */
function stored(change: FieldChange): FieldChange {
  return JSON.parse(JSON.stringify(change)) as FieldChange
}

function applyEdit(current: () => string, one: { text: string } | { at: number; remove: number; insert: string }) {
  return () => {
    if ('text' in one) return one.text
    const characters = [...current()]
    const at = Math.floor((characters.length * one.at) / 100)
    characters.splice(at, one.remove, one.insert)
    return characters.join('')
  }
}

test('a long text is the same when another thread unpacks it', async () => {
  const words = (from: number) => Array.from({ length: 20_000 }, (_, n) => (from + n).toString(36)).join(' 😀 ')
  const before = words(0)
  for (const after of [
    words(30_000),
    `${before}${words(90_000).slice(0, 5000)}`,
    `${words(40_000).slice(0, 9000)}${before}`,
  ]) {
    const change = stored(textChange(before, after, 0).change)
    expect((await valueAfterLater(change, before)) === after).toBe(true)
  }
  expect(await valueAfterLater({ before: 1, after: 2 }, 1)).toBe(2)
})
