import type { EntityListRow } from '@aliquot/contract/entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GivenEntry, insertEntries, insertTags } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'
import { foldText } from '../../lib/text.ts'

/** The facts of an entry. Everything has few letters, so that random queries find something. */
interface Entry {
  title: string
  body: string
  date: string | null
  custom_id: number | null
  rating: number
  state: number
  locked: number
  base: number
  fields: Record<string, string>
  tags: string[]
}

/** A query and its meaning. */
interface Asked {
  text: string
  holds(entry: Entry): boolean
}

const letters = fc.constantFrom('a', 'b', 'ab', 'abc', 'bca', 'Äbc', 'ß', '%', '_', '42', '!')
const texts = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const phrases = fc.array(texts, { maxLength: 3 }).map((words) => words.join(' '))
const days = fc.integer({ min: 0, max: 4 }).map((n) => `2026-01-0${n + 1}`)
const tagNames = fc.constantFrom('a', 'ab', 'Äbc b', 'ß', '42%', 'b_a')
const names = fc.constantFrom('Mass', 'Batch no', 'a')

const entries: fc.Arbitrary<Entry> = fc.record({
  title: texts,
  body: phrases,
  date: fc.option(days),
  custom_id: fc.constant(null),
  rating: fc.integer({ min: 0, max: 2 }),
  state: fc.constantFrom(1, 1, 1, 2, 3),
  locked: fc.constantFrom(0, 0, 1),
  base: fc.constantFrom(30, 30, 40, 10),
  fields: fc.dictionary(names, texts, { maxKeys: 2 }),
  tags: fc.uniqueArray(tagNames, { maxLength: 2 }),
})

/** Pieces of a value with their form in a query and as a regular expression. */
const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: letters.map((text) => ({
      written: text.replace(/[\\%_"]/g, '\\$&'),
      pattern: RegExp.escape(foldText(text)),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ written: '%', pattern: '.*' }) },
  { weight: 1, arbitrary: fc.constant({ written: '_', pattern: '.' }) },
)

const values = fc
  .record({ parts: fc.array(pieces, { minLength: 1, maxLength: 3 }), isStrict: fc.boolean() })
  .map(({ parts, isStrict }) => {
    const inner = parts.map(({ pattern }) => pattern).join('')
    const whole = new RegExp(`^${inner}$`, 'su')
    const pattern = isStrict ? whole : new RegExp(inner, 'su')
    return {
      written: `"${parts.map(({ written }) => written).join('')}"`,
      isStrict,
      fits: (text: string) => pattern.test(fold(text)),
      whole: (text: string) => whole.test(fold(text)),
    }
  })

function fold(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim()
}

const textTerms: fc.Arbitrary<Asked> = fc
  .record({ field: fc.constantFrom('title', 'body'), value: values })
  .map(({ field, value: { written, isStrict, fits } }) => ({
    text: `${field}:${isStrict ? 's:' : ''}${written}`,
    holds: (entry) => fits(field === 'title' ? entry.title : entry.body),
  }))

const fieldTerms: fc.Arbitrary<Asked> = fc
  .record({ name: fc.option(names), value: values })
  .map(({ name, value: { written, isStrict, fits } }) => ({
    text: `extrafield:${isStrict ? 's:' : ''}${name === null ? '**' : `"${name.toUpperCase()}"`}:${written}`,
    holds: ({ fields }) => Object.entries(fields).some(([key, text]) => (name === null || key === name) && fits(text)),
  }))

const tagTerms: fc.Arbitrary<Asked> = fc
  .record({ value: values, isStrict: fc.boolean() })
  .map(({ value: { written, whole }, isStrict }) => ({
    text: `tag:${isStrict ? 's:' : ''}${written}`,
    holds: ({ tags }) => tags.some(whole),
  }))

const numberTerms: fc.Arbitrary<Asked> = fc.oneof(
  fc.integer({ min: 0, max: 2 }).map((n): Asked => ({ text: `rating:${n}`, holds: ({ rating }) => rating === n })),
  fc.constantFrom(1, 2, 3).map((n): Asked => ({ text: `state:${n}`, holds: ({ state }) => state === n })),
  fc.constantFrom(0, 1).map((n): Asked => ({ text: `locked:${n}`, holds: ({ locked }) => locked === n })),
  fc.constantFrom(
    { text: 'visibility:myteam', holds: ({ base }: Entry) => base === 30 },
    { text: 'visibility:%on%', holds: ({ base }: Entry) => base !== 30 },
  ),
)

const dayTerms: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ sign: fc.constantFrom('', '=', '!=', '<', '<=', '>', '>='), day: days }).map(
    ({ sign, day }): Asked => ({
      text: `date:${sign}${day.replaceAll('-', '')}`,
      holds: ({ date }) => date !== null && compare(date, sign, day),
    }),
  ),
  fc.tuple(days, days).map((both): Asked => {
    const [from = '', to = ''] = both.toSorted()
    return { text: `date:${from}..${to}`, holds: ({ date }) => date !== null && date >= from && date <= to }
  }),
)

function compare(date: string, sign: string, day: string): boolean {
  if (sign === '<') return date < day
  if (sign === '<=') return date <= day
  if (sign === '>') return date > day
  if (sign === '>=') return date >= day
  return sign === '!=' ? date !== day : date === day
}

const { query: queries } = fc.letrec<{ query: Asked; term: Asked }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('term'),
    fc.tuple(tie('query'), tie('query'), fc.constantFrom(' AND ', ' ', ' & ')).map(
      ([a, b, by]): Asked => ({
        text: `(${a.text})${by}(${b.text})`,
        holds: (entry) => a.holds(entry) && b.holds(entry),
      }),
    ),
    fc.tuple(tie('query'), tie('query'), fc.constantFrom(' OR ', '|', ' or ')).map(
      ([a, b, by]): Asked => ({
        text: `(${a.text})${by}(${b.text})`,
        holds: (entry) => a.holds(entry) || b.holds(entry),
      }),
    ),
    fc
      .tuple(tie('query'), fc.constantFrom('NOT ', '!'))
      .map(([a, sign]): Asked => ({ text: `${sign}(${a.text})`, holds: (entry) => !a.holds(entry) })),
  ),
  term: fc.oneof(textTerms, textTerms, fieldTerms, tagTerms, numberTerms, dayTerms),
}))

const RUNS = Number(process.env.QUERY_RUNS ?? 150)

test('random queries find what the same queries find outside of the database', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const world = fc.sample(entries, { numRuns: 60, seed: Number(process.env.QUERY_SEED ?? Date.now() % 1e9) })
  const rows = world.map((entry, index) => toRow(entry, ada.id, index))
  const ids = await insertEntries(ctx, rows)
  await insertTags(
    ctx,
    ids.map((entity, index) => ({ entity, tags: world[index]?.tags ?? [] })),
  )
  const byId = new Map(ids.map((id, index) => [id, world[index]]))

  await fc.assert(
    fc.asyncProperty(queries, async ({ text, holds }) => {
      const path = `experiments?extended=${encodeURIComponent(text)}`
      const { status, body } = await as(ada).get<EntityListRow[]>(`${path}&limit=100`)
      expect(status, JSON.stringify(body)).toBe(200)
      const namesState = text.includes('state:')
      const expected = [...byId].filter(([, entry]) => entry && (namesState || entry.state === 1) && holds(entry))
      expect(body.map(({ id }) => id).sort(ascending)).toEqual(expected.map(([id]) => id).sort(ascending))
      const streamed = await as(ada).get<EntityListRow[]>(path)
      expect(streamed.body.map(({ id }) => id)).toEqual(body.map(({ id }) => id))
    }),
    { numRuns: RUNS },
  )
}, 240_000)

function toRow(entry: Entry, userid: number, index: number): GivenEntry {
  const { title, body, date, custom_id, rating, state, locked, base, fields } = entry
  const extra_fields = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]))
  return {
    ...{ team: 1, userid, title, body, content_type: 2, date, custom_id, rating, state, locked, canread_base: base },
    metadata: Object.keys(fields).length === 0 ? null : JSON.stringify({ extra_fields }),
    modified_at: new Date(Date.UTC(2026, 2, 2, 9, index)).toISOString(),
  }
}

function ascending(a: number, b: number): number {
  return a - b
}
