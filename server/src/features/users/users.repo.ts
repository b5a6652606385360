import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, MembershipRow, UserRow } from '../../db/schema.ts'

export interface NewUser {
  email: string
  email_key: string
  firstname: string
  lastname: string
  password_hash: string | null
  password_modified_at: string | null
  is_sysadmin: number
  validated: number
  valid_until: string | null
  orgid: string | null
  created_at: string
}

/** Undefined when another account has this e-mail, also one that is being made at this moment. */
export function insert(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, preferences: '{}', version: 1 })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function update(db: Db, userid: number, columns: Partial<UserRow>): Promise<UserRow> {
  return db.updateTable('users').set(columns).where('userid', '=', userid).returningAll().executeTakeFirstOrThrow()
}

export function findByEmail(db: Db, emailKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst()
}

export async function find(db: Db, userid: number): Promise<UserRow | undefined> {
  const [user] = await findUser(db, { userid })
  return user
}

const findUser = prepared((db: Db, p: { userid: number }) =>
  db.selectFrom('users').selectAll().where('userid', '=', p.userid),
)

/** The user, who stays as they are until the end of the transaction. */
export async function hold(db: Db, userid: number): Promise<UserRow | undefined> {
  const [user] = await holdUser(db, { userid })
  return user
}

const holdUser = prepared((db: Db, p: { userid: number }, engine) =>
  lockRow(engine, db.selectFrom('users').selectAll().where('userid', '=', p.userid)),
)

export function findByPasswordLink(db: Db, hash: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('password_link_hash', '=', hash).executeTakeFirst()
}

/** What the list of people shows of each, and how it is narrowed down to the members of a team. */
export function listPeople(db: Db, team: number | undefined) {
  return db
    .selectFrom('users as u')
    .select(['u.userid', 'u.email', 'u.firstname', 'u.lastname', 'u.orcid', 'u.orgid', 'u.is_sysadmin', 'u.validated'])
    .select(['u.valid_until', 'u.created_at', 'u.last_login'])
    .select((eb) => eb.case().when('u.password_hash', 'is', null).then(0).else(1).end().as('has_password'))
    .$if(team !== undefined, (query) =>
      query.where('u.userid', 'in', (eb) =>
        eb
          .selectFrom('memberships as m')
          .select('m.userid')
          .where('m.team', '=', team ?? 0),
      ),
    )
    .orderBy('u.userid')
    .execute()
}

export function list(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('userid').execute()
}

export async function hasAny(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('userid').limit(1).executeTakeFirst()) !== undefined
}

export function insertMembership(db: Db, membership: MembershipRow): Promise<MembershipRow | undefined> {
  return db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['userid', 'team']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function holdMembership(db: Db, userid: number, team: number): Promise<MembershipRow | undefined> {
  const [membership] = await holdOneMembership(db, { userid, team })
  return membership
}

const holdOneMembership = prepared((db: Db, p: { userid: number; team: number }, engine) =>
  lockRow(engine, db.selectFrom('memberships').selectAll().where('userid', '=', p.userid).where('team', '=', p.team)),
)

export function updateMembership(
  db: Db,
  { userid, team }: Pick<MembershipRow, 'userid' | 'team'>,
  columns: Partial<Pick<MembershipRow, 'is_admin' | 'is_archived' | 'is_owner'>>,
): Promise<MembershipRow> {
  return db
    .updateTable('memberships')
    .set(columns)
    .where('userid', '=', userid)
    .where('team', '=', team)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteMembership(db: Db, userid: number, team: number): Promise<void> {
  await db.deleteFrom('memberships').where('userid', '=', userid).where('team', '=', team).execute()
}

/** A membership with the team's name. */
export interface NamedMembership extends MembershipRow {
  name: string
}

/** All of a person's memberships, archived ones too, oldest first. */
export const listMemberships = prepared((db: Db, p: { userid: number }) =>
  namedMemberships(db).where('m.userid', '=', p.userid).orderBy('m.created_at').orderBy('m.team'),
)

export function listAllMemberships(db: Db): Promise<NamedMembership[]> {
  return namedMemberships(db).orderBy('m.userid').orderBy('m.created_at').orderBy('m.team').execute()
}

function namedMemberships(db: Db) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team')
    .select(['m.userid', 'm.team', 'm.is_admin', 'm.is_owner', 'm.is_archived', 'm.created_at', 't.name'])
}

/** A person's keys in a team, which stay as they are until the end of the transaction. */
export const holdApikeys = prepared((db: Db, p: { userid: number; team: number }, engine) =>
  lockRow(
    engine,
    db.selectFrom('apikeys').selectAll().where('userid', '=', p.userid).where('team', '=', p.team).orderBy('id'),
  ),
)
