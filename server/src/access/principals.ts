import { sql } from 'kysely'
import { type Engine, inNumbers, joinText } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import type { Happening } from '../journal/record.ts'
import type { Actor } from './actor.ts'
import { type GRANT_KIND, groupsOf, isAllowedByRule } from './visibility.ts'

/** Under which names a person had rights at some point: their teams and groups. */
export interface Principals {
  userid: number
  teams: ReadonlySet<number>
  adminTeams: ReadonlySet<number>
  teamgroups: ReadonlySet<number>
}

/** What decides who may read an entry. */
export interface ReadAccess {
  team: number
  userid: number
  canread_base: number
  /** JSON of the grants. */
  canread: string
}

/** Where nobody has rights: the team of somebody who has left the one in which they act. */
const NOWHERE = 0

/** Whether somebody with these names who acts in a team may read an entry with this access: the rules of visibility.ts. */
export function mayRead(principals: Principals, actingTeam: number, access: ReadAccess): boolean {
  const { userid, teams, adminTeams, teamgroups } = principals
  const team = teams.has(actingTeam) ? actingTeam : NOWHERE
  const who = { userid, team, isAdmin: adminTeams.has(team) } as Actor
  if (isAllowedByRule(who, access, access.canread_base)) return true
  const lists = JSON.parse(access.canread) as Partial<Record<keyof typeof GRANT_KIND, number[]>>
  return (
    lists.users?.includes(userid) === true ||
    lists.teams?.some((id) => teams.has(id)) === true ||
    lists.teamgroups?.some((id) => teamgroups.has(id)) === true
  )
}

/** The person whose teams or groups an event changes. */
export function personOf({ subject, subjectId, changes }: Happening): number | undefined {
  if (subject === 'membership') return subjectId
  if (subject !== 'teamgroup_member') return undefined
  const { before, after } = changes.userid as { before?: number; after?: number }
  return after ?? before
}

/** A row as it is stored: lists of ids, `2,5`. */
export interface StoredPrincipals {
  userid: number
  teams: string | null
  admin_teams: string | null
  teamgroups: string | null
}

export function principalsOf({ userid, teams, admin_teams, teamgroups }: StoredPrincipals): Principals {
  return { userid, teams: idsIn(teams), adminTeams: idsIn(admin_teams), teamgroups: idsIn(teamgroups) }
}

function idsIn(list: string | null): Set<number> {
  return new Set(list ? list.split(',').map(Number) : [])
}

/**
 * Keeps under which names a person has rights since an event of the chain of what belongs to no entry. Its head is
 * locked, so nobody else changes them before this is committed.
 */
export const keepPrincipals = prepared((db: Db, p: { userid: number; position: number }, engine) =>
  db
    .insertInto('principals_since')
    .columns(['userid', 'event_id', 'teams', 'admin_teams', 'teamgroups'])
    .expression(
      db
        .selectFrom('events as e')
        .innerJoin('users as u', (join) => join.on('u.userid', '=', p.userid))
        .select(['u.userid', 'e.id'])
        .select(Object.values(currentLists(engine)).map((list, index) => sql`coalesce(${list}, '')`.as(`list${index}`)))
        .where('e.chain', '=', sql.lit(0))
        .where('e.position', '=', p.position),
    ),
)

/** The current names of a person. */
export const findPrincipals = prepared((db: Db, p: { userid: number }, engine) =>
  selectPrincipals(db, engine).where('u.userid', '=', p.userid),
)

/** The same of some people, a JSON list of ids. */
export const listPrincipals = prepared((db: Db, p: { userids: string }, engine) =>
  selectPrincipals(db, engine).where(inNumbers(engine, sql.ref('u.userid'), p.userids)),
)

/** The current names of people `u`; the caller adds a condition. */
export function selectPrincipals(db: Db, engine: Engine) {
  const lists = currentLists(engine)
  return db
    .selectFrom('users as u')
    .select(['u.userid'])
    .select([
      sql<string | null>`${lists.teams}`.as('teams'),
      sql<string | null>`${lists.adminTeams}`.as('admin_teams'),
      sql<string | null>`${lists.teamgroups}`.as('teamgroups'),
    ])
}

function currentLists(engine: Engine) {
  const active = sql`from memberships as a where a.userid = u.userid and a.is_archived = 0`
  const groups = groupsOf(sql.ref('u.userid'))
  return {
    teams: sql`(select ${joinText(engine, sql`a.team`, ',')} ${active})`,
    adminTeams: sql`(select ${joinText(engine, sql`a.team`, ',')} ${active} and a.is_admin = 1)`,
    teamgroups: sql`(select ${joinText(engine, sql`counting.teamgroup`, ',')} from (${groups}) as counting)`,
  }
}
