import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Engine, inNumbers, jsonValues } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, EntityRow, ResourceSettingsRow } from '../db/schema.ts'
import type { Actor } from './actor.ts'

/**
 * The one definition of who may read or write an entry. `isAllowed` decides about one entry, `allowed` is the same rule
 * as a condition of a query; a property test compares them.
 */
export type Access = 'read' | 'write' | 'book'

/** Base levels of a permission. */
export const BASE = { full: 50, organization: 40, team: 30, user: 20, useronly: 10 } as const
export const BASES: readonly number[] = Object.values(BASE)

const ACCESS_NUMBER = { read: 1, write: 2, book: 3 } as const
export const GRANT_KIND = { teams: 1, teamgroups: 2, users: 3 } as const

/** The columns that decide access. */
export type Guarded = Pick<EntityRow, 'id' | 'team' | 'userid' | 'canread_base' | 'canwrite_base'>

/** The columns that decide about booking. Only resources have them. */
export type Bookable = Guarded & Pick<ResourceSettingsRow, 'is_bookable' | 'canbook_base'>

/** The actor as a query sees it: values, or placeholders of a prepared query. */
export interface Who {
  userid: number
  team: number
  /** A JSON list of ids. */
  teams: string
  /** The team in which they act as an admin; NOWHERE if they do not. */
  adminTeam: number
}

export function whoOf({ userid, team, teams, isAdmin }: Actor): Who {
  return { userid, team, teams: JSON.stringify(teams), adminTeam: isAdmin ? team : NOWHERE }
}

/** The entry as a condition sees it: columns of any table that has them. */
export interface Columns {
  team: Expression<unknown>
  userid: Expression<unknown>
  base: Expression<unknown>
}

/** Each rule twice: as a decision about one entry, and as a condition of a query. One that holds is enough. */
const rules: readonly {
  decide(actor: Actor, entry: Pick<EntityRow, 'team' | 'userid'>, base: number): boolean
  condition(who: Who, entry: Columns): RawBuilder<SqlBool>
}[] = [
  {
    decide: (actor, entry) => entry.userid === actor.userid,
    condition: (who, entry) => sql`${entry.userid} = ${who.userid}`,
  },
  {
    decide: (_, __, base) => base >= BASE.organization,
    condition: (_, entry) => sql`${entry.base} >= ${sql.lit(BASE.organization)}`,
  },
  {
    decide: (actor, entry, base) => base === BASE.team && entry.team === actor.team,
    condition: (who, entry) => sql`(${entry.base} = ${sql.lit(BASE.team)} and ${entry.team} = ${who.team})`,
  },
  {
    decide: (actor, entry, base) => base === BASE.user && isAdminOf(actor, entry),
    condition: (who, entry) => sql`(${entry.base} = ${sql.lit(BASE.user)} and ${entry.team} = ${who.adminTeam})`,
  },
]

/** Whether the actor may read or write this entry. Ignores its lock. */
export function isAllowed(
  db: Db,
  actor: Actor,
  entry: Guarded,
  access: Exclude<Access, 'book'>,
): boolean | Promise<boolean> {
  const base = access === 'read' ? entry.canread_base : entry.canwrite_base
  return isAllowedByRule(actor, entry, base) || hasGrant(db, actor, entry.id, access)
}

export async function mayBook(db: Db, actor: Actor, entry: Bookable): Promise<boolean> {
  if (entry.is_bookable !== 1) return false
  return isAllowedByRule(actor, entry, entry.canbook_base) || hasGrant(db, actor, entry.id, 'book')
}

/** The rules without the grants of the entry. */
export function isAllowedByRule(actor: Actor, entry: Pick<EntityRow, 'team' | 'userid'>, base: number): boolean {
  return rules.some((rule) => rule.decide(actor, entry, base))
}

/** The same rules as a condition, without the grants of the entry. */
export function allowedByRule(who: Who, entry: Columns): RawBuilder<SqlBool> {
  return sql`(${sql.join(
    rules.map((rule) => rule.condition(who, entry)),
    sql` or `,
  )})`
}

/** Whether the rules allow access even to somebody who is not the owner. */
export function allowedToOthers(who: Who, entry: Columns): RawBuilder<SqlBool> {
  return allowedByRule(who, { ...entry, userid: sql.lit(NOBODY) })
}

/**
 * The team of an entry as far as it decides who else may read it. From `organization` on everybody may, so this is
 * NOWHERE whatever the team.
 */
export function decisiveTeam(team: number, base: number): number {
  return base >= BASE.organization ? NOWHERE : team
}

/** The same as an SQL expression. */
export function decisiveTeamOf({ team, base }: Pick<Columns, 'team' | 'base'>): RawBuilder<number> {
  return sql`case when ${base} >= ${sql.lit(BASE.organization)} then ${sql.lit(NOWHERE)} else ${team} end`
}

/**
 * Limits to the decisive teams of all that the person may read without being the owner. An index can serve this
 * condition.
 */
export function inDecisiveTeams(who: Who, { team, base }: Pick<Columns, 'team' | 'base'>): RawBuilder<SqlBool> {
  return sql`(${base} in (${sql.join(BASES.map((level) => sql.lit(level)))}) and ${team} in (${sql.lit(NOWHERE)}, ${who.team}))`
}

/** All rules and grants as a condition on the entry with this id. */
export function allowed(
  engine: Engine,
  who: Who,
  entry: Columns & { id: Expression<unknown> },
  access: Access,
): RawBuilder<SqlBool> {
  const grant = grantsTo(engine, entry.id, ACCESS_NUMBER[access], who.userid, who.teams)
  return sql`(${allowedByRule(who, entry)} or exists (${grant}))`
}

const NOBODY = 0
const NOWHERE = 0

/**
 * Where the rules let a person read the entries of others: base levels that suffice in every team, and those in single
 * teams.
 */
export interface ReadablePlaces {
  everywhere: number[]
  teams: { team: number; bases: number[] }[]
}

export function readablePlaces(actor: Actor): ReadablePlaces {
  const readableIn = (team: number) => BASES.filter((base) => isAllowedByRule(actor, { team, userid: NOBODY }, base))
  const everywhere = readableIn(NOWHERE)
  const teams = [...new Set([actor.team, ...actor.teams])].map((team) => ({
    team,
    bases: readableIn(team).filter((base) => !everywhere.includes(base)),
  }))
  return { everywhere, teams: teams.filter(({ bases }) => bases.length > 0) }
}

/** Whether the actor is an admin of the entry's team and acts in it. */
export function isAdminOf(actor: Actor, entry: Pick<EntityRow, 'team'>): boolean {
  return actor.isAdmin && actor.team === entry.team
}

/** A locked entry can be changed only by whoever locked it and by admins. */
export function isHeldByLock(actor: Actor, entry: Pick<EntityRow, 'team' | 'locked' | 'lockedby'>): boolean {
  return entry.locked === 1 && entry.lockedby !== actor.userid && !isAdminOf(actor, entry)
}

/**
 * The ids of entries that the person, one of their teams or one of their groups may read by a grant. May contain
 * duplicates. A condition may use the columns that a grant has of its entry.
 */
export function grantedEntries(
  engine: Engine,
  who: Who,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<{ entity_id: number }> {
  const ids = sql`
    select entity_id from entity_grants where access = ${sql.lit(ACCESS_NUMBER.read)} and ${condition}`
  return sql`
    ${ids} and kind = ${sql.lit(GRANT_KIND.users)} and grantee = ${who.userid}
    union all ${ids} and kind = ${sql.lit(GRANT_KIND.teams)} and ${inNumbers(engine, sql.ref('grantee'), who.teams)}
    union all ${ids} and kind = ${sql.lit(GRANT_KIND.teamgroups)}
      and grantee in (${groupsOf(who.userid)})`
}

/** The columns of an entry that a statement calls `e`. */
export const OF_ENTRY: Columns & { id: Expression<unknown> } = {
  id: sql.ref('e.id'),
  team: sql.ref('e.team'),
  userid: sql.ref('e.userid'),
  base: sql.ref('e.canread_base'),
}

/** The columns of a grant that its entry has too. */
export const OF_GRANT: Columns = {
  team: sql.ref('entity_grants.team'),
  userid: sql.ref('entity_grants.userid'),
  base: sql.ref('entity_grants.canread_base'),
}

/** Whether the entry has a grant for the person, one of their teams or one of their groups. */
async function hasGrant(db: Db, actor: Actor, entityId: number, access: Access): Promise<boolean> {
  const values = {
    id: entityId,
    access: ACCESS_NUMBER[access],
    userid: actor.userid,
    teams: JSON.stringify(actor.teams),
  }
  const [found] = await findGrant(db, values)
  return found !== undefined
}

const findGrant = prepared((_db: Db, p: { id: number; access: number; userid: number; teams: string }, engine) => ({
  compile: () =>
    sql<{ found: number }>`${grantsTo(engine, sql`${p.id}`, p.access, p.userid, p.teams)} limit 1`.compile(_db),
}))

function grantsTo(engine: Engine, id: Expression<unknown>, access: number, userid: number, teams: string) {
  return sql`select 1 as found from entity_grants as g where g.entity_id = ${id} and g.access = ${access} and (
    (g.kind = ${sql.lit(GRANT_KIND.users)} and g.grantee = ${userid})
    or (g.kind = ${sql.lit(GRANT_KIND.teams)} and g.grantee in (${jsonValues(engine, teams, 'integer')}))
    or (g.kind = ${sql.lit(GRANT_KIND.teamgroups)}
      and g.grantee in (${groupsOf(userid)})))`
}

/**
 * The groups of a person. A group of a team in which they are archived does not count; a group of a foreign team does.
 */
export function groupsOf(userid: number | Expression<number>): RawBuilder<unknown> {
  return sql`select m.teamgroup from teamgroup_members as m join teamgroups as tg on tg.id = m.teamgroup
    where m.userid = ${userid} and not exists (
      select 1 from memberships as a where a.userid = m.userid and a.team = tg.team and a.is_archived = 1)`
}
