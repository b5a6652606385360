import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { allOf, GUARDED, ID, type Values } from '../../access/entry-filter.ts'
import {
  allowed,
  allowedByRule,
  allowedToOthers,
  BASES,
  grantedEntries,
  OF_GRANT,
  readablePlaces,
  type Who,
} from '../../access/visibility.ts'
import { type Engine, inNumbers } from '../../db/dialect.ts'

/**
 * A part of a list. Each branch is a range of an index, in the order of the list and with all or nearly all entries
 * readable. The list merges its branches and stops after the page. An entry may be in several.
 */
export interface Branch {
  key: string
  condition(p: Values, engine: Engine, states: readonly number[]): RawBuilder<unknown>[]
  values: Values
  /** A few entries that are found by id, not by an index of lists. */
  byId?: true
  /** The base level of all its entries. */
  base?: number
}

export interface Range {
  scope: 1 | 2 | 3
  /** Only entries of these people. */
  owners: readonly number[] | undefined
}

/** How many entries have a grant for the actor. */
export type Grants = 'none' | 'few' | 'many'

const MOST_OWNERS = 20

export function branchesOf(actor: Actor, range: Range, grants: Grants): Branch[] {
  const { scope, owners } = range
  const me = actor.userid
  if (owners && owners.length > MOST_OWNERS) return walkAll(actor, scope === 2, owners)
  if (scope === 1 && !owners) return BASES.map((base) => byOwner('me', me, base))
  const isMany = grants === 'many'
  const ruled = owners
    ? owners.flatMap((owner, index) => branchesOfOwner(actor, scope, { owner, index }, isMany))
    : scope === 2
      ? branchesOfTeam(actor, isMany)
      : branchesOfEverything(actor, isMany)
  return grants === 'few' ? [...ruled, grantedBranch(actor, range)] : ruled
}

/** Keeps the branches whose entries can have one of these base levels. */
export function withBases(branches: readonly Branch[], bases: readonly number[] | undefined): readonly Branch[] {
  return bases ? branches.filter(({ base }) => base === undefined || bases.includes(base)) : branches
}

/**
 * Entries that the actor can read only by a grant. Other shared entries, usually most of them, are in other branches
 * and in the counts.
 */
export function grantedBranch(actor: Actor, { scope, owners }: Range): Branch {
  const granted = byGrant(actor, scope === 2)
  return owners ? ownedByAny(granted, owners) : granted
}

function branchesOfTeam(actor: Actor, hasManyGrants: boolean): Branch[] {
  const { readable, hidden } = basesOf(actor, true)
  const open = readable.map((base) => byTeam('team', actor.team, base))
  // Too many grants to sort them for each page, so rather look at all entries that their level hides.
  if (hasManyGrants) return [...open, ...hidden.map((base) => onlyAllowed(byTeam('team', actor.team, base)))]
  return [...open, ...hidden.map((base) => inOwnTeam(byOwner('me', actor.userid, base)))]
}

/** The base levels at which the rules show all entries, of the own team or of all, and the others. */
function basesOf(actor: Actor, isOfTeam: boolean): Record<'readable' | 'hidden', number[]> {
  const { everywhere, teams } = readablePlaces(actor)
  const inTeam = isOfTeam ? (teams.find(({ team }) => team === actor.team)?.bases ?? []) : []
  const readable = [...everywhere, ...inTeam]
  return { readable, hidden: BASES.filter((base) => !readable.includes(base)) }
}

function branchesOfEverything(actor: Actor, hasManyGrants: boolean): Branch[] {
  const { everywhere, teams } = readablePlaces(actor)
  const open = everywhere.map((base) => byLevel(base))
  const hidden = BASES.filter((base) => !everywhere.includes(base))
  const inTeams = teams.flatMap(({ team, bases }, index) => bases.map((base) => byTeam(`team${index}`, team, base)))
  const granted = hasManyGrants ? hidden.map((base) => onlyAllowed(byLevel(base))) : []
  return [...open, ...inTeams, ...hidden.map((base) => byOwner('me', actor.userid, base)), ...granted]
}

function branchesOfOwner(
  actor: Actor,
  scope: 1 | 2 | 3,
  { owner, index }: { owner: number; index: number },
  hasManyGrants: boolean,
): Branch[] {
  const limit = (branch: Branch) => (scope === 2 ? inOwnTeam(branch) : branch)
  const name = `owner${index}`
  if (owner === actor.userid) return BASES.map((base) => limit(byOwner(name, owner, base)))
  if (hasManyGrants) return BASES.map((base) => limit(onlyAllowed(byOwner(name, owner, base))))
  const { everywhere, teams } = readablePlaces(actor)
  const open = everywhere.map((base) => byOwner(name, owner, base))
  const somewhere = [...new Set(teams.flatMap(({ bases }) => bases))]
  const inTeams = somewhere.map((base) => onlyOpen(byOwner(name, owner, base)))
  return [...open, ...inTeams].map(limit)
}

/** Walks over all entries of the range and checks the owner of each. */
function walkAll(actor: Actor, isTeam: boolean, owners: readonly number[]): Branch[] {
  const all = isTeam ? branchesOfTeam(actor, true) : branchesOfEverything(actor, true)
  return all.map((branch) => ownedByAny(branch, owners))
}

/** The condition of the indexes `entities_all_*`, letter by letter. */
const OPEN_OR_SHARED = sql`(canread_base >= 40 or canread <> '{"teams": [], "teamgroups": [], "users": []}')`

function byTeam(name: string, team: number, base: number): Branch {
  return {
    key: `${name} ${base}`,
    condition: (p) => [sql`entities.team = ${p[name]}`, sql`entities.canread_base = ${sql.lit(base)}`],
    values: { [name]: team },
    base,
  }
}

function byOwner(name: string, userid: number, base: number): Branch {
  return {
    key: `${name} ${base}`,
    condition: (p) => [sql`entities.userid = ${p[name]}`, sql`entities.canread_base = ${sql.lit(base)}`],
    values: { [name]: userid },
    base,
  }
}

/**
 * Entries of all teams that somebody outside of the team may read. The indexes of this range contain no others, so that
 * an ordinary entry is not written into them.
 */
function byLevel(base: number): Branch {
  return {
    key: `level ${base}`,
    condition: () => [sql`entities.canread_base = ${sql.lit(base)}`, OPEN_OR_SHARED],
    values: {},
    base,
  }
}

/** An index of the grants alone tells which these are: most grants are for entries that the rules show anyway. */
function byGrant(actor: Actor, isOfTeam: boolean): Branch {
  const { hidden } = basesOf(actor, isOfTeam)
  const among = (column: string, numbers: readonly number[]) =>
    sql`${sql.ref(column)} in (${sql.join(numbers.map((number) => sql.lit(number)))})`
  return {
    key: `granted ${isOfTeam ? 'in own team ' : ''}${hidden}`,
    condition: (p, engine, states) => {
      const isHidden = allOf([
        sql`type = ${p.type} and ${among('state', states)}`,
        ...(isOfTeam ? [sql`team = ${p.team}`] : []),
        among('canread_base', hidden),
        sql`not ${allowedByRule(p as Who, OF_GRANT)}`,
      ])
      return [sql`${ID} in (${grantedEntries(engine, p as Who, isHidden)})`]
    },
    values: {},
    byId: true,
  }
}

function inOwnTeam(branch: Branch): Branch {
  return narrowed(branch, 'own team', (p) => sql`entities.team = ${p.team}`)
}

function ownedByAny(branch: Branch, owners: readonly number[]): Branch {
  const narrow = narrowed(branch, 'owners', (p, engine) => inNumbers(engine, sql.ref('entities.userid'), p.owners))
  return { ...narrow, values: { ...narrow.values, owners: JSON.stringify(owners) } }
}

function onlyOpen(branch: Branch): Branch {
  return narrowed(branch, 'open', (p) => allowedToOthers(p as Who, GUARDED))
}

function onlyAllowed(branch: Branch): Branch {
  return narrowed(branch, 'allowed', (p, engine) => allowed(engine, p as Who, GUARDED, 'read'))
}

function narrowed(branch: Branch, name: string, condition: (p: Values, engine: Engine) => RawBuilder<unknown>): Branch {
  return {
    ...branch,
    key: `${branch.key} ${name}`,
    condition: (p, engine, states) => [...branch.condition(p, engine, states), condition(p, engine)],
  }
}
