import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { BASE } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { searchText } from '../../lib/search-text.ts'
import { baseName } from '../entries/entries.permissions.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import type { AmongTerm, NamedTerm, Query, TaggedTerm } from './ast.ts'
import { type FindTags, tagsFor } from './find-tags.ts'
import { isMatch, type Match } from './match.ts'
import { QueryProblem } from './query-error.ts'

/** Replaces names by ids: people, labels, tags, members of groups, levels. */
export function resolveNames(db: Db, actor: Actor, kind: EntityKind, query: Query): Promise<Query> {
  return resolvePart({ db, actor, kind, findTags: tagsFor(db, query) }, query)
}

interface Scope {
  db: Db
  actor: Actor
  kind: EntityKind
  findTags: FindTags
}

async function resolvePart(scope: Scope, query: Query): Promise<Query> {
  if (query.kind === 'and' || query.kind === 'or') {
    const parts: Query[] = []
    for (const part of query.parts) parts.push(await resolvePart(scope, part))
    return { ...query, parts }
  }
  if (query.kind === 'not') return { ...query, part: await resolvePart(scope, query.part) }
  return query.kind === 'named' ? resolveTerm(scope, query) : query
}

async function resolveTerm({ db, actor, kind, findTags }: Scope, term: NamedTerm): Promise<AmongTerm | TaggedTerm> {
  const { field, match, at } = term
  if (field === 'author') return { kind: 'among', column: 'userid', numbers: await findPeople(db, match) }
  if (field === 'group') return { kind: 'among', column: 'userid', numbers: await findMembers(db, actor, match, at) }
  if (field === 'visibility') return { kind: 'among', column: 'canread_base', numbers: findLevels(match, at) }
  if (field === 'tag') {
    if (match.how === 'like' && /^%+$/.test(match.text)) return { kind: 'tagged' }
    return { kind: 'among', column: 'tag', numbers: await findTags(term) }
  }
  return { kind: 'among', column: field, numbers: await findLabels(db, kind[field], match) }
}

async function findPeople(db: Db, match: Match): Promise<number[]> {
  // The folded name is the start of the key, so this leaves few for the exact check.
  const pattern = match.how === 'like' ? `%${match.text}%` : `%${match.text.replace(/[\\%_]/g, '\\$&')}%`
  const people = await db
    .selectFrom('users')
    .select(['userid', 'firstname', 'lastname'])
    .where(sql<boolean>`name_key like ${pattern} escape '\\'`)
    .execute()
  const meant = people.filter(({ firstname, lastname }) => isMatch(match, searchText(`${firstname} ${lastname}`)))
  return meant.map(({ userid }) => userid)
}

async function findLabels(db: Db, kind: number, match: Match): Promise<number[]> {
  const labels = await db.selectFrom('labels').select(['id', 'title']).where('kind', '=', kind).execute()
  return labels.filter(({ title }) => isMatch(match, searchText(title))).map(({ id }) => id)
}

/** The members of the actor's own groups of that name. */
async function findMembers(db: Db, actor: Actor, match: Match, at: number): Promise<number[]> {
  const groups = await db
    .selectFrom('teamgroup_members as m')
    .innerJoin('teamgroups as g', 'g.id', 'm.teamgroup')
    .select(['g.id', 'g.name'])
    .where('m.userid', '=', actor.userid)
    .execute()
  const meant = groups.filter(({ name }) => isMatch(match, searchText(name))).map(({ id }) => id)
  if (meant.length === 0) {
    const names = [...new Set(groups.map(({ name }) => name))].slice(0, 20)
    throw names.length === 0
      ? new QueryProblem('query.no_group', at)
      : new QueryProblem('query.not_group', at, { groups: names })
  }
  const members = await db.selectFrom('teamgroup_members').select('userid').where('teamgroup', 'in', meant).execute()
  return [...new Set(members.map(({ userid }) => userid))]
}

const WORDS = {
  public: BASE.full,
  organization: BASE.organization,
  myteam: BASE.team,
  user: BASE.user,
  useronly: BASE.useronly,
}

/** The level names of the API and of records. */
const LEVELS = Object.entries(WORDS).map(([word, base]) => ({ base, names: [word, searchText(baseName(base))] }))

function findLevels(match: Match, at: number): number[] {
  const meant = LEVELS.filter(({ names }) => names.some((name) => isMatch(match, name))).map(({ base }) => base)
  if (meant.length === 0) {
    throw new QueryProblem('query.not_level', at, { choices: Object.keys(WORDS) })
  }
  return meant
}
