import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { anyOf, type Engine } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, EntityRow, Schema } from '../db/schema.ts'
import type { Actor } from './actor.ts'

/**
 * Who may see or change an entry: the one definition. `isAllowed` decides about one entry, `allowedEntries` is the same
 * rule as a condition of a query over `entities`; a property test holds them against each other.
 */
export type Access = 'read' | 'write'

/** Base levels of a permission. */
export const BASE = { full: 50, organization: 40, team: 30, user: 20, useronly: 10 } as const

const ACCESS_NUMBER = { read: 1, write: 2 } as const
export const GRANT_KIND = { teams: 1, teamgroups: 2, users: 3 } as const

/** The columns that decide. */
export type Guarded = Pick<EntityRow, 'id' | 'team' | 'userid' | 'canread_base' | 'canwrite_base'>

/** Each rule twice: as a decision about one entry, and as a condition of a query. Any one that holds is enough. */
const rules: readonly {
  decide(actor: Actor, entry: Guarded, base: number): boolean
  condition(actor: Actor, entry: Columns, engine: Engine): Expression<SqlBool>
}[] = [
  {
    decide: (actor, entry) => entry.userid === actor.userid,
    condition: (actor, entry) => sql`${entry.userid} = ${actor.userid}`,
  },
  {
    decide: (_, __, base) => base >= BASE.organization,
    condition: (_, entry) => sql`${entry.base} >= ${sql.lit(BASE.organization)}`,
  },
  {
    decide: (actor, entry, base) => base === BASE.team && entry.team === actor.team,
    condition: (actor, entry) => sql`(${entry.base} = ${sql.lit(BASE.team)} and ${entry.team} = ${actor.team})`,
  },
  {
    decide: (actor, entry, base) => base === BASE.user && actor.isAdmin && actor.adminOf.includes(entry.team),
    condition: (actor, entry, engine) =>
      actor.isAdmin
        ? sql`(${entry.base} = ${sql.lit(BASE.user)} and ${anyOf(engine, entry.team, actor.adminOf)})`
        : sql`1 = 0`,
  },
]

/** May the actor read or write this entry, its lock left aside? */
export async function isAllowed(db: Db, actor: Actor, entry: Guarded, access: Access): Promise<boolean> {
  const base = access === 'read' ? entry.canread_base : entry.canwrite_base
  if (rules.some((rule) => rule.decide(actor, entry, base))) return true
  return hasGrant(db, actor, entry.id, access)
}

/** Admin of the entry's team, acting in a team where they are admin. */
export function isAdminOf(actor: Actor, entry: Pick<EntityRow, 'team'>): boolean {
  return actor.isAdmin && actor.adminOf.includes(entry.team)
}

/** A locked entry is changed only by who locked it and by admins. */
export function isHeldByLock(actor: Actor, entry: Pick<EntityRow, 'team' | 'locked' | 'lockedby'>): boolean {
  return entry.locked === 1 && entry.lockedby !== actor.userid && !isAdminOf(actor, entry)
}

/** The same as a condition on the table `entities`, to be used in a query's `where`. */
export function allowedEntries(
  eb: ExpressionBuilder<Schema, 'entities'>,
  engine: Engine,
  actor: Actor,
  access: Access,
): Expression<SqlBool> {
  const columns: Columns = {
    id: eb.ref('entities.id'),
    team: eb.ref('entities.team'),
    userid: eb.ref('entities.userid'),
    base: eb.ref(access === 'read' ? 'entities.canread_base' : 'entities.canwrite_base'),
  }
  return eb.or([
    ...rules.map((rule) => rule.condition(actor, columns, engine)),
    sql<SqlBool>`exists (${grantsTo(engine, columns.id, ACCESS_NUMBER[access], actor.userid, JSON.stringify(actor.teams))})`,
  ])
}

interface Columns {
  id: Expression<number>
  team: Expression<number>
  userid: Expression<number>
  base: Expression<number>
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
  const teamList =
    engine === 'sqlite'
      ? sql`(select value from json_each(${teams}))`
      : sql`(select jsonb_array_elements_text(${teams}::jsonb)::integer)`
  return sql`select 1 as found from entity_grants as g where g.entity_id = ${id} and g.access = ${access} and (
    (g.kind = ${sql.lit(GRANT_KIND.users)} and g.grantee = ${userid})
    or (g.kind = ${sql.lit(GRANT_KIND.teams)} and g.grantee in ${teamList})
    or (g.kind = ${sql.lit(GRANT_KIND.teamgroups)}
      and g.grantee in (select m.teamgroup from teamgroup_members as m where m.userid = ${userid})))`
}
