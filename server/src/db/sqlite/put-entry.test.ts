import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { testRandom } from '../../../test/seed.ts'
import { gramsOfEntry, gramsWithout, headWordsOf, type SearchedHead, textWordsOf } from '../../lib/search-words.ts'
import { openIndexes } from '../open.ts'
import type { Db } from '../schema.ts'
import { mergeStep } from './merge.ts'
import { putEntry } from './put-entry.ts'

/** Many of them have the same first characters, some are cut in the index, and one has pairs of surrogates. */
const WORDS = [
  ...['a', 'ab', 'abc', 'abcd', 'abce', 'abd', 'b', 'ba', 'bab', 'qu', 'quart', 'quartz', 'quarry', 'xe', 'xenon'],
  ...['дом', 'домик', '𝒳𝒴', '2026', '026', 'acgt'.repeat(20), `${'acgt'.repeat(16)}aaa`, 'acg', 'tac'],
  ...[`${'acgt'.repeat(16)}xyz`, 'xyz', 'домxyz'],
]
/** More trigrams than are indexed. */
const MANY = Array.from({ length: 12_000 }, (_, n) => (n * 46_337).toString(36).padStart(6, 'k')).join(' ')

interface Entry {
  head: SearchedHead
  text: string
  words: string[]
  grams: string[]
}

test.skipIf(process.env.TEST_ENGINE === 'postgres')(
  'after any changes the indexes have what they would have if they were made anew',
  async () => {
    const random = testRandom()
    const { ctx } = await testApp()
    const indexes = await openIndexes(ctx.config)
    onTestFinished(() => indexes.close())
    const { read } = indexes
    for (const index of ['entity_search', 'entity_search_grams']) {
      await sql`create virtual table ${sql.table(`temp.${index}_all`)}
        using fts5vocab('main', ${sql.raw(`'${index}'`)}, 'instance')`.execute(read)
    }
    const known = new Map<number, Entry>()
    const some = (most: number) => Array.from({ length: random.int(0, most) }, () => random.pick(WORDS))
    const newHead = (): SearchedHead => ({
      title: some(4).join(' '),
      date: random.pick(['2026-11-17', null]),
      elabid: random.pick(['20261117-abce', null]),
      tags: some(2),
      values: random.chance(0.3) ? some(3) : [],
    })
    const newText = () => (random.chance(0.01) ? `${MANY} ${some(3).join(' ')}` : some(12).join(' '))
    const change = async (db: Db, id: number) => {
      const old = known.get(id)
      const hasNewText = !old || random.chance(0.5)
      const entry = entryOf(old && random.chance(0.3) ? old.head : newHead(), hasNewText ? newText() : old.text)
      const text = hasNewText ? textWordsOf(entry.text) : undefined
      expect(await putEntry(db, { id, head: headWordsOf(entry.head), text })).toBe(true)
      known.set(id, entry)
    }

    for (let round = 0; round < 80; round++) {
      await indexes.write(async (db) => {
        for (let n = random.int(1, 6); n > 0; n--) await change(db, random.int(1, 9))
      })
      for (const index of ['entity_search', 'entity_search_grams']) {
        if (random.chance(0.2)) await indexes.write((db) => mergeStep(db, index, random.int(1, 20)))
        if (random.chance(0.05)) await tell(read, index, 'optimize')
        if (random.chance(0.1)) await tell(read, index, 'integrity-check')
      }
      expect([round, await termsIn(read, 'entity_search')]).toEqual([round, expected(known, 'words')])
      expect([round, await termsIn(read, 'entity_search_grams')]).toEqual([round, expected(known, 'grams')])
      for (const start of startsOf(WORDS)) {
        const { rows } = await sql<{ id: number }>`select rowid as id from entity_search
          where entity_search match ${`"${start}"*`} order by rowid`.execute(read)
        const meant = [...known].filter(([, { words }]) => words.some((word) => word.startsWith(start)))
        expect([round, start, rows.map(({ id }) => id)]).toEqual([round, start, meant.map(([id]) => id).sort()])
      }
    }
  },
)

test.skipIf(process.env.TEST_ENGINE === 'postgres')('an unknown entry is not indexed without its text', async () => {
  const { ctx } = await testApp()
  const indexes = await openIndexes(ctx.config)
  onTestFinished(() => indexes.close())
  const head = headWordsOf({ title: 'Quartz', date: null, elabid: null, tags: [], values: [] })
  expect(await indexes.write((db) => putEntry(db, { id: 1, head, text: undefined }))).toBe(false)
  expect((await sql`select * from entity_words`.execute(indexes.read)).rows).toEqual([])
})

test.skipIf(process.env.TEST_ENGINE === 'postgres')('the first entry may have no words at first', async () => {
  const { ctx } = await testApp()
  const indexes = await openIndexes(ctx.config)
  onTestFinished(() => indexes.close())
  const titled = (title: string) => headWordsOf({ title, date: null, elabid: null, tags: [], values: [] })
  for (const title of ['!', 'Quartz', '!', 'Zinc']) {
    const entry = { id: 1, head: titled(title), text: textWordsOf('') }
    expect(await indexes.write((db) => putEntry(db, entry))).toBe(true)
  }
  const { rows } = await sql`select rowid as id from entity_search where entity_search match 'zinc'`.execute(
    indexes.read,
  )
  expect(rows).toEqual([{ id: 1 }])
})

function entryOf(head: SearchedHead, text: string): Entry {
  const [ofHead, { words, rest }] = [headWordsOf(head), textWordsOf(text)]
  const grams = gramsWithout(gramsOfEntry({ ...ofHead, text: words.join(' '), rest }))
  return { head, text, words: [...new Set([...ofHead.words, ...words])], grams }
}

function expected(known: ReadonlyMap<number, Entry>, of: 'words' | 'grams'): string[] {
  return [...known].flatMap(([id, entry]) => entry[of].map((term) => `${term} ${id}`)).sort()
}

async function termsIn(db: Db, index: string): Promise<string[]> {
  const { rows } = await sql<{ term: string; doc: number }>`
    select term, doc from ${sql.table(`temp.${index}_all`)}`.execute(db)
  return rows.map(({ term, doc }) => `${term} ${doc}`).sort()
}

async function tell(db: Db, index: string, command: string): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values (${command})`.execute(db)
}

/** The first characters of words, also of marked ones. */
function startsOf(words: readonly string[]): string[] {
  const each = words.flatMap((word) => [1, 2, 3, 4].map((length) => Array.from(word).slice(0, length).join('')))
  return [...new Set(each.flatMap((start) => [start, `»${start}`, `«${start}`]))]
}
