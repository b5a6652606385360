import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { anyOf, type Engine, engineOf, joinAsWritten } from '../../db/dialect.ts'
import type { Db, MembershipRow, UserRow } from '../../db/schema.ts'
import { mayHold, searchId } from './people-search.ts'

/** The conditions of a list of people. */
export interface PeopleWanted {
  /** Folded; each must be part of the name or e-mail. */
  words: readonly string[]
  ids: readonly number[] | undefined
  /** People with such a membership; undefined for everybody. */
  place: Partial<Pick<MembershipRow, 'team' | 'is_admin' | 'is_archived'>> | undefined
  /** Only people who are not validated yet. */
  isUnvalidated: boolean
}

type Shown =
  | ('userid' | 'email' | 'firstname' | 'lastname' | 'orcid' | 'orgid' | 'is_sysadmin' | 'validated' | 'valid_until')
  | ('can_manage_users2teams' | 'can_manage_compounds' | 'can_manage_inventory_locations' | 'created_at' | 'last_login')

/** The columns of the list. */
export type Person = Pick<UserRow, Shown> & { has_password: number }

const SHOWN: readonly Shown[] = [
  ...(['userid', 'email', 'firstname', 'lastname', 'orcid', 'orgid', 'is_sysadmin', 'validated'] as const),
  ...(['valid_until', 'can_manage_users2teams', 'can_manage_compounds', 'can_manage_inventory_locations'] as const),
  ...(['created_at', 'last_login'] as const),
]

/** At most `limit` people after the first `offset`, in order of id. */
export async function listPeople(
  db: Db,
  wanted: PeopleWanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<Person[]> {
  const page = sql<Person>`${await selectPeople(db, wanted)} limit ${limit} offset ${offset}`
  return (await page.execute(db)).rows
}

/** A query for all of them, to be streamed. */
export async function allPeople(db: Db, wanted: PeopleWanted): Promise<CompiledQuery<Person>> {
  return (await selectPeople(db, wanted)).compile(db)
}

/** Their number, counted up to `most`. */
export async function countPeople(db: Db, wanted: PeopleWanted, most: number): Promise<number> {
  const source = await sourceOf(db, wanted)
  const counted = sql<{ total: number }>`
    select count(*) as total from (select u.userid ${source.rows} limit ${most}) as found`
  return (await counted.execute(db)).rows[0]?.total ?? 0
}

/** The number of accounts. */
export async function countEverybody(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number | null }>`
    select sum(total) as total from daily_counts where kind = 0`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

async function selectPeople(db: Db, wanted: PeopleWanted): Promise<RawBuilder<Person>> {
  const { rows, order } = await sourceOf(db, wanted)
  const columns = sql.join(SHOWN.map((column) => sql.ref(`u.${column}`)))
  return sql<Person>`
    select ${columns}, case when u.password_hash is null then 0 else 1 end as has_password
    ${rows} order by ${order}`
}

interface Source {
  rows: RawBuilder<unknown>
  /** The id column of the table that leads the query. */
  order: RawBuilder<unknown>
}

/**
 * Where the query starts: from the members of a team, in index order; from the search results, in their order; or from
 * everybody. All other conditions are checked on the way.
 */
async function sourceOf(db: Db, { words, ids, place, isUnvalidated }: PeopleWanted): Promise<Source> {
  const engine = engineOf(db)
  const conditions = [sql`u.state = 1`, ...words.map(hasPart)]
  if (ids) conditions.push(anyOf(engine, sql.ref('u.userid'), ids))
  if (isUnvalidated) conditions.push(sql`u.validated = 0`)
  if (place?.team !== undefined && (words.length === 0 || (await isSmallTeam(db, place.team)))) {
    const all = [...placeConditions(place), ...conditions]
    return {
      rows: sql`from memberships as m join users as u on u.userid = m.userid where ${and(all)}`,
      order: sql`m.userid`,
    }
  }
  if (place) conditions.push(hasPlace(place))
  if (words.length === 0) return { rows: sql`from users as u where ${and(conditions)}`, order: sql`u.userid` }
  return fromSearch(engine, words, conditions)
}

function fromSearch(engine: Engine, words: readonly string[], conditions: RawBuilder<unknown>[]): Source {
  const id = searchId(engine)
  return {
    // The search comes first, because its rows are in order of id.
    rows: sql`from people_search ${joinAsWritten(engine)} users as u on u.userid = ${id}
      where ${and([mayHold(engine, words), ...conditions])}`,
    order: id,
  }
}

const SMALL = 2000

/** So few that checking each member is faster than searching everybody. */
async function isSmallTeam(db: Db, team: number): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 as one from memberships where team = ${team} limit ${SMALL}) as found`.execute(
    db,
  )
  return (rows[0]?.total ?? 0) < SMALL
}

/** Looks up each member of a large team; admins and archived people are short lists. */
function hasPlace(place: NonNullable<PeopleWanted['place']>): RawBuilder<unknown> {
  const conditions = placeConditions(place)
  return place.team === undefined
    ? sql`u.userid in (select m.userid from memberships as m where ${and(conditions)})`
    : sql`exists (select 1 from memberships as m where ${and([sql`m.userid = u.userid`, ...conditions])})`
}

/** Flags are literals and not parameters, because of the partial indexes. */
function placeConditions({ team, is_admin, is_archived }: NonNullable<PeopleWanted['place']>): RawBuilder<unknown>[] {
  return [
    ...(team === undefined ? [] : [sql`m.team = ${team}`]),
    ...(is_admin === undefined ? [] : [sql`m.is_admin = ${sql.lit(is_admin)}`]),
    ...(is_archived === undefined ? [] : [sql`m.is_archived = ${sql.lit(is_archived)}`]),
  ]
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}

/** Escapes the wildcards of LIKE. */
function hasPart(word: string): RawBuilder<unknown> {
  return sql`u.name_key like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
