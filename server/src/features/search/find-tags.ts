import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { GOING } from '../tags/going.ts'
import type { NamedTerm, Query } from './ast.ts'
import { isMatch, type Match } from './match.ts'
import { QueryProblem } from './query-error.ts'

/** Finds the tags of one term of the query that it was made for. */
export type FindTags = (term: NamedTerm) => Promise<number[]>

/** A pattern that more tags match is refused, because each of them makes the search dearer. */
const MOST_TAGS = 1000

/** From so many patterns on, it is cheaper to read all tags once than to let the database compare them each time. */
const MANY_PATTERNS = 8

/** The tags of a name in all teams: the list itself decides which of their entries the actor sees. */
export function tagsFor(db: Db, query: Query): FindTags {
  if (countPatterns(query) < MANY_PATTERNS) return (term) => findTags(db, term)
  let all: Promise<Tag[]> | undefined
  return async (term) => {
    if (isKey(term.match)) return findTags(db, term)
    all ??= db.selectFrom('tags').select(['id', 'tag_key']).execute().then(namesIn)
    return idsOf(await all, term)
  }
}

interface Tag {
  id: number
  name: string
}

async function findTags(db: Db, term: NamedTerm): Promise<number[]> {
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'tag_key'])
    .where(mayBeCalled(term.match))
    .limit(MOST_TAGS + 1)
    .execute()
  if (tags.length > MOST_TAGS) throw tooMany(term)
  return idsOf(namesIn(tags), term)
}

function idsOf(tags: readonly Tag[], term: NamedTerm): number[] {
  const { match } = term
  // Most tags lack a part of the pattern, which is found out faster than whether the whole fits.
  const mayMatch = (name: string) => match.literals.every((literal) => name.includes(literal))
  const named = tags.filter(({ name }) => mayMatch(name) && isMatch(match, name))
  if (named.length > MOST_TAGS) throw tooMany(term)
  return named.map(({ id }) => id)
}

/** Without those that are being removed. Their blanks are as they were written, those of a query are single. */
function namesIn(rows: readonly { id: number; tag_key: string }[]): Tag[] {
  return rows
    .filter(({ tag_key }) => !tag_key.startsWith(GOING))
    .map(({ id, tag_key }) => ({ id, name: tag_key.replace(/\s+/g, ' ') }))
}

function tooMany({ at }: NamedTerm): QueryProblem {
  return new QueryProblem('query.too_many_tags', at, { most: MOST_TAGS })
}

function countPatterns(query: Query): number {
  if (query.kind === 'and' || query.kind === 'or') {
    return query.parts.reduce((count, part) => count + countPatterns(part), 0)
  }
  if (query.kind === 'not') return countPatterns(query.part)
  return query.kind === 'named' && query.field === 'tag' && !isKey(query.match) ? 1 : 0
}

/** A name without blanks is looked up in the index of keys. Blanks of a key are as they were written. */
function isKey({ how, text }: Match): boolean {
  return how === 'whole' && !text.includes(' ')
}

function mayBeCalled(match: Match): RawBuilder<SqlBool> {
  const { how, text } = match
  if (isKey(match)) return sql`tag_key = ${text}`
  const pattern = how === 'like' ? text : text.replace(/[\\%_]/g, '\\$&')
  return sql`tag_key like ${pattern.replaceAll(' ', '%')} escape '\\'`
}
