import { sql } from 'kysely'
import type { Db, UserRow } from '../db/schema.ts'
import { CommandProblem } from '../errors.ts'
import { levelOf } from '../features/apikeys/apikeys.service.ts'
import { emailKeyOf } from '../features/users/users.email.ts'
import { findByEmail } from '../features/users/users.lookup.ts'

export function listTeams(db: Db) {
  return db
    .selectFrom('teams as t')
    .select(['t.id', 't.name', 't.created_at', 't.files_quota'])
    .select((eb) =>
      eb
        .selectFrom('memberships as m')
        .select(sql<number>`count(*)`.as('members'))
        .whereRef('m.team', '=', 't.id')
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where('t.state', '=', 1)
    .orderBy('t.id')
    .execute()
}

export type ListedApikey = Awaited<ReturnType<typeof listApikeys>>[number]

export async function listApikeys(db: Db, userid: number | undefined) {
  const keys = await db
    .selectFrom('apikeys as k')
    .innerJoin('users as u', 'u.userid', 'k.userid')
    .select(['k.id', 'k.name', 'k.userid', 'u.email', 'k.team', 'k.can_write', 'k.created_at', 'k.last_used_at'])
    .select('k.deposit')
    .$if(userid !== undefined, (query) => query.where('k.userid', '=', userid ?? 0))
    .orderBy('k.id')
    .execute()
  return keys.map(({ deposit, ...key }) => ({ ...key, level: levelOf({ ...key, deposit }) }))
}

export async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findByEmail(db, emailKeyOf(email.trim()))
  if (!user) throw new CommandProblem(`there is no user with the e-mail ${email}`)
  return user
}

/** The person, if they are an active member of the team. */
export async function requireMember(db: Db, email: string, team: number): Promise<UserRow> {
  const user = await requireUser(db, email)
  const membership = await db
    .selectFrom('memberships')
    .select('is_archived')
    .where('userid', '=', user.userid)
    .where('team', '=', team)
    .executeTakeFirst()
  if (membership?.is_archived !== 0) throw new CommandProblem(`${email} is not an active member of team ${team}`)
  return user
}

/** The sysadmin with this address, or the first one. */
export async function requireSysadmin(db: Db, email: string | undefined): Promise<number> {
  const user = email === undefined ? await findFirstSysadmin(db) : await requireUser(db, email)
  if (!user) throw new CommandProblem('there is no sysadmin yet: make one with aliquot user create --sysadmin')
  if (user.is_sysadmin !== 1) throw new CommandProblem(`${email} is no sysadmin`)
  return user.userid
}

function findFirstSysadmin(db: Db): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('is_sysadmin', '=', 1)
    .where('state', '=', 1)
    .orderBy('userid')
    .executeTakeFirst()
}
