import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Engine, inNumbers, jsonValues } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, EntityRow, ResourceSettingsRow } from '../db/schema.ts'
import type { Actor } from './actor.ts'

/**
 * Who may see or change an entry: the one definition. `isAllowed` decides about one entry, `allowed` is the same rule as
 * a condition of a query; a property test holds them against each other.
 */
export type Access = 'read' | 'write' | 'book'

/** Base levels of a permission. */
export const BASE = { full: 50, organization: 40, team: 30, user: 20, useronly: 10 } as const
export const BASES: readonly number[] = Object.values(BASE)

const ACCESS_NUMBER = { read: 1, write: 2, book: 3 } as const
export const GRANT_KIND = { teams: 1, teamgroups: 2, users: 3 } as const

/** The columns that decide. */
export type Guarded = Pick<EntityRow, 'id' | 'team' | 'userid' | 'canread_base' | 'canwrite_base'>

/** Those that decide about booking. Only resources have them. */
export type Bookable = Guarded & Pick<ResourceSettingsRow, 'is_bookable' | 'canbook_base'>

/** What a query knows of the actor: values, or the place holders of a prepared one. */
export interface Who {
  userid: number
  team: number
  /** JSON lists of numbers. */
  teams: string
  adminTeams: string
}

export function whoOf({ userid, team, teams, isAdmin }: Actor): Who {
  return { userid, team, teams: JSON.stringify(teams), adminTeams: JSON.stringify(isAdmin ? [team] : []) }
}

/** What a condition knows of the entry: columns of any table that has them. */
export interface Columns {
  team: Expression<unknown>
  userid: Expression<unknown>
  base: Expression<unknown>
}

/** Each rule twice: as a decision about one entry, and as a condition of a query. Any one that holds is enough. */
const rules: readonly {
  decide(actor: Actor, entry: Pick<EntityRow, 'team' | 'userid'>, base: number): boolean
  condition(who: Who, entry: Columns, engine: Engine): RawBuilder<SqlBool>
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
    condition: (who, entry, engine) =>
      sql`(${entry.base} = ${sql.lit(BASE.user)} and ${inNumbers(engine, entry.team, who.adminTeams)})`,
  },
]

/** May the actor read or write this entry, its lock left aside? */
export function isAllowed(
  db: Db,
  actor: Actor,
  entry: Guarded,
  access: Exclude<Access, 'book'>,
): boolean | Promise<boolean> {
  const base = access === 'read' ? entry.canread_base : entry.canwrite_base
  return isAllowedByRule(actor, entry, base) || hasGrant(db, actor, entry.id, access)
}

/** May the actor book this resource? */
export async function mayBook(db: Db, actor: Actor, entry: Bookable): Promise<boolean> {
  if (entry.is_bookable !== 1) return false
  return isAllowedByRule(actor, entry, entry.canbook_base) || hasGrant(db, actor, entry.id, 'book')
}

function isAllowedByRule(actor: Actor, entry: Pick<EntityRow, 'team' | 'userid'>, base: number): boolean {
  return rules.some((rule) => rule.decide(actor, entry, base))
}

/** The same rules as a condition, the entry's own list of people left aside. */
export function allowedByRule(engine: Engine, who: Who, entry: Columns): RawBuilder<SqlBool> {
  return sql`(${sql.join(
    rules.map((rule) => rule.condition(who, entry, engine)),
    sql` or `,
  )})`
}

/** Is it allowed by rule whoever the owner is? */
export function allowedToOthers(engine: Engine, who: Who, entry: Columns): RawBuilder<SqlBool> {
  return allowedByRule(engine, who, { ...entry, userid: sql.lit(NOBODY) })
}

/** The team as far as it decides who else may read an entry: from this level on everybody may, in whatever team it is. */
export function decisiveTeam(team: number, base: number): number {
  return base >= BASE.organization ? NOWHERE : team
}

/** The same as an expression of a query. */
export function decisiveTeamOf({ team, base }: Pick<Columns, 'team' | 'base'>): RawBuilder<number> {
  return sql`case when ${base} >= ${sql.lit(BASE.organization)} then ${sql.lit(NOWHERE)} else ${team} end`
}

/** The decisive teams of all that the person may read as anybody in their place: a condition that an index can serve. */
export function inDecisiveTeams(who: Who, { team, base }: Pick<Columns, 'team' | 'base'>): RawBuilder<SqlBool> {
  return sql`(${base} in (${sql.join(BASES.map((level) => sql.lit(level)))}) and ${team} in (${sql.lit(NOWHERE)}, ${who.team}))`
}

/** Everything that allows, as a condition on the entry with this id. */
export function allowed(
  engine: Engine,
  who: Who,
  entry: Columns & { id: Expression<unknown> },
  access: Access,
): RawBuilder<SqlBool> {
  const grant = grantsTo(engine, entry.id, ACCESS_NUMBER[access], who.userid, who.teams)
  return sql`(${allowedByRule(engine, who, entry)} or exists (${grant}))`
}

const NOBODY = 0
const NOWHERE = 0

/** Where entries of others can be read by rule: base levels that suffice in every team, and those in single teams. */
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

/** Admin of the entry's team, and acting in it. */
export function isAdminOf(actor: Actor, entry: Pick<EntityRow, 'team'>): boolean {
  return actor.isAdmin && actor.team === entry.team
}

/** A locked entry is changed only by who locked it and by admins. */
export function isHeldByLock(actor: Actor, entry: Pick<EntityRow, 'team' | 'locked' | 'lockedby'>): boolean {
  return entry.locked === 1 && entry.lockedby !== actor.userid && !isAdminOf(actor, entry)
}

/** The ids of entries that name the person, one of their teams or one of their groups; an entry may come repeatedly. */
export function grantedEntries(engine: Engine, who: Who, access: Access): RawBuilder<{ entity_id: number }> {
  const ids = sql`select entity_id from entity_grants where access = ${sql.lit(ACCESS_NUMBER[access])}`
  return sql`
    ${ids} and kind = ${sql.lit(GRANT_KIND.users)} and grantee = ${who.userid}
    union all ${ids} and kind = ${sql.lit(GRANT_KIND.teams)} and ${inNumbers(engine, sql.ref('grantee'), who.teams)}
    union all ${ids} and kind = ${sql.lit(GRANT_KIND.teamgroups)}
      and grantee in (${groupsOf(who.userid)})`
}

/** Is the person, one of their teams or one of their groups in the entry's list? */
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

/** The groups a person is in. Those of a team in which they are archived count no longer; people of other teams do. */
function groupsOf(userid: number): RawBuilder<unknown> {
  return sql`select m.teamgroup from teamgroup_members as m join teamgroups as tg on tg.id = m.teamgroup
    where m.userid = ${userid} and not exists (
      select 1 from memberships as a where a.userid = m.userid and a.team = tg.team and a.is_archived = 1)`
}
