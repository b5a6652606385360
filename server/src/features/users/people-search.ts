import { type RawBuilder, sql } from 'kysely'
import { type Engine, engineOf } from '../../db/dialect.ts'
import { FULL_TEXT, hasAllWords, indexedId, insertWords, putWords, wordsValue } from '../../db/full-text.ts'
import { prepared } from '../../db/prepared.ts'
import { inPages } from '../../db/read-in-pages.ts'
import type { Db, UserRow } from '../../db/schema.ts'

const GRAM = 3

/** Replaces the search index row of a person. */
export async function addToSearch(db: Db, userid: number, nameKey: string): Promise<void> {
  await putGrams(db, { userid, words: wordsValue(engineOf(db), gramsOf(nameKey)) })
}

export async function dropFromSearch(db: Db, userid: number): Promise<void> {
  await sql`delete from people_search where ${searchId(engineOf(db))} = ${userid}`.execute(db)
}

export async function rebuildPeopleSearch(db: Db): Promise<void> {
  await sql`delete from people_search`.execute(db)
  const pages = inPages<Pick<UserRow, 'userid' | 'name_key'>>((rows, last) =>
    db
      .selectFrom('users')
      .select(['userid', 'name_key'])
      .where('userid', '>', last?.userid ?? 0)
      .where('state', '=', 1)
      .orderBy('userid')
      .limit(rows)
      .execute(),
  )
  for await (const people of pages) {
    const rows = people.map(({ userid, name_key }) => ({ id: userid, words: gramsOf(name_key) }))
    await insertWords(engineOf(db), FULL_TEXT.people, rows).execute(db)
  }
}

/** The column that holds the person's id. */
export function searchId(engine: Engine): RawBuilder<number> {
  return indexedId(engine, FULL_TEXT.people)
}

/**
 * All trigrams of each word, and the one or two characters at its end: the pieces of any typed part of a word are among
 * these, or are prefixes of one.
 */
export function gramsOf(nameKey: string): string[] {
  const grams = new Set<string>()
  for (const word of nameKey.split(/\s+/)) {
    const signs = signsOf(word)
    for (let start = 0; start < signs.length; start++) grams.add(signs.slice(start, start + GRAM).join(''))
  }
  return [...grams]
}

/** True for rows that may contain all the words; each match must be checked. Needs at least one word. */
export function mayHold(engine: Engine, words: readonly string[]): RawBuilder<boolean> {
  const wanted = new Map<string, boolean>()
  for (const word of words) {
    const signs = signsOf(word)
    const isShort = signs.length < GRAM
    for (let start = 0; start <= Math.max(0, signs.length - GRAM); start++) {
      wanted.set(signs.slice(start, start + GRAM).join(''), isShort)
    }
  }
  const grams = Array.from(wanted, ([word, isStart]) => ({ word, isStart }))
  return hasAllWords(engine, FULL_TEXT.people, grams.slice(0, MOST_GRAMS))
}

/** More trigrams hardly narrow the result. */
const MOST_GRAMS = 40

/**
 * The characters of a word in the index. Punctuation is mapped to private characters, because FTS5 would split there
 * and a quote would end the query.
 */
function signsOf(word: string): string[] {
  return Array.from(word, (sign) => {
    const code = sign.charCodeAt(0)
    return code < 0x80 && !/[a-z0-9]/.test(sign) ? String.fromCharCode(PRIVATE + code) : sign
  })
}

/** The start of Unicode's private use area. */
const PRIVATE = 0xe000

const putGrams = prepared((db: Db, p: { userid: number; words: string }, engine) => ({
  compile: () => putWords(engine, FULL_TEXT.people, p.userid, p.words).compile(db),
}))
