import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import { inPages } from './pages.ts'

// The index of people as 0005 was released. Never edited: what it does to an old notebook must stay the same.

interface Person {
  userid: number
  name_key: string
}

/** Indexes everybody. */
export async function fillPeopleSearch(db: Kysely<unknown>): Promise<void> {
  const pages = inPages<Person>(async (rows, last) => {
    const page = await sql<Person>`
      select userid, name_key from users where userid > ${last?.userid ?? 0} and state = 1
      order by userid limit ${rows}`.execute(db)
    return page.rows
  })
  for await (const people of pages) await addMany(db, people)
}

async function addMany(db: Kysely<unknown>, people: readonly Person[]): Promise<void> {
  const engine = engineOf(db)
  const rows = people.map(({ userid, name_key }) => {
    const grams = gramsOf(name_key)
    return { userid, words: engine === 'sqlite' ? grams.join(' ') : grams }
  })
  const list = JSON.stringify(rows)
  const insert =
    engine === 'sqlite'
      ? sql`insert into people_search (rowid, words) select value ->> 'userid', value ->> 'words' from json_each(${list})`
      : sql`
          insert into people_search (userid, words)
          select (person ->> 'userid')::integer, array_to_tsvector(array(select jsonb_array_elements_text(person -> 'words')))
          from jsonb_array_elements(${list}::jsonb) as person`
  await insert.execute(db)
}

const GRAM = 3

/**
 * All pieces of three signs of each word, and the one or two signs at its end: whatever part of a word somebody types,
 * its pieces are among these, or are the beginning of one.
 */
function gramsOf(nameKey: string): string[] {
  const grams = new Set<string>()
  for (const word of nameKey.split(/\s+/)) {
    const signs = signsOf(word)
    for (let start = 0; start < signs.length; start++) grams.add(signs.slice(start, start + GRAM).join(''))
  }
  return [...grams]
}

/**
 * The signs of a word as the index keeps them. Punctuation moves to letters that no name has, since FTS5 would split
 * there and a quote would end the query.
 */
function signsOf(word: string): string[] {
  return Array.from(word, (sign) => {
    const code = sign.charCodeAt(0)
    return code < 0x80 && !/[a-z0-9]/.test(sign) ? String.fromCharCode(PRIVATE + code) : sign
  })
}

/** The first of the characters that Unicode leaves to everyone's own use. */
const PRIVATE = 0xe000
