import { sql } from 'kysely'
import { anyOf, engineOf, lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, MembershipRow, UserRow } from '../../db/schema.ts'
import type { PlainCode } from '../../errors.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { foldText } from '../../lib/text.ts'
import { addToSearch } from './people-search.ts'

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

/** The search key of a person: name and e-mail, without case and accents. */
export function nameKey({ firstname, lastname, email }: Pick<UserRow, 'firstname' | 'lastname' | 'email'>): string {
  return foldText(`${firstname} ${lastname} ${email}`)
}

/** Undefined if another account has this e-mail, even one that is being created concurrently. */
export async function insert(db: Db, user: NewUser): Promise<UserRow | undefined> {
  const added = await db
    .insertInto('users')
    .values({ ...user, name_key: nameKey(user), preferences: '{}', version: 1 })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) await addToSearch(db, added.userid, added.name_key)
  return added
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
  db.selectFrom('users').selectAll().where('userid', '=', p.userid).where('state', '=', 1),
)

/** The user, locked until the end of the transaction. */
export async function hold(db: Db, userid: number): Promise<UserRow | undefined> {
  const [user] = await holdUser(db, { userid })
  return user
}

const holdUser = prepared((db: Db, p: { userid: number }, engine) =>
  lockRow(engine, db.selectFrom('users').selectAll().where('userid', '=', p.userid).where('state', '=', 1)),
)

/** All sysadmins, locked until the end of the transaction. */
export const holdSysadmins = prepared((db: Db, _: object, engine) =>
  lockRow(engine, db.selectFrom('users').select('userid').where('is_sysadmin', '=', sql.lit(1)).orderBy('userid')),
)

/** Whether there is a sysadmin who can sign in on this day. */
export async function hasAbleSysadmin(db: Db, day: string): Promise<boolean> {
  const found = await db
    .selectFrom('users as u')
    .select('u.userid')
    .where('u.is_sysadmin', '=', sql.lit(1))
    .where('u.validated', '=', 1)
    .where('u.state', '=', 1)
    .where((eb) => eb.or([eb('u.valid_until', 'is', null), eb('u.valid_until', '>=', day)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .select('m.team')
          .whereRef('m.userid', '=', 'u.userid')
          .where('m.is_archived', '=', 0),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function listWithLink(db: Db): Promise<{ userid: number }[]> {
  const open = db.selectFrom('users').select('userid').where('password_link_hash', 'is not', null)
  return open.where('state', '=', 1).orderBy('userid').execute()
}

export async function countApikeys(db: Db): Promise<number> {
  const { keys } = await db.selectFrom('apikeys').select(sql<number>`count(*)`.as('keys')).executeTakeFirstOrThrow()
  return Number(keys)
}

export function findByPasswordLink(db: Db, hash: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('password_link_hash', '=', hash).executeTakeFirst()
}

/** The events that made, used or voided password links of a person, oldest first. */
export const listLinkEvents = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('events')
    .select(['userid', 'via', 'at'])
    .where('chain', '=', sql.lit(INSTANCE_CHAIN))
    .where('subject', '=', sql.lit('user'))
    .where('subject_id', '=', p.userid)
    .where('fields', 'like', sql.lit('%password_link_expires%'))
    .orderBy('position'),
)

export function list(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('state', '=', 1).orderBy('userid').execute()
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

/** The person's memberships in groups of a team. */
export const listGroupsIn = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('teamgroup_members as m')
    .innerJoin('teamgroups as g', 'g.id', 'm.teamgroup')
    .select(['m.teamgroup', 'm.userid'])
    .where('m.userid', '=', p.userid)
    .where('g.team', '=', p.team)
    .orderBy('m.teamgroup'),
)

/** A membership with the team's name. */
export interface NamedMembership extends MembershipRow {
  name: string
}

/** All memberships of a person, archived ones included, oldest first. */
export const listMemberships = prepared((db: Db, p: { userid: number }) =>
  namedMemberships(db).where('m.userid', '=', p.userid).orderBy('m.created_at').orderBy('m.team'),
)

/** The memberships of several people, oldest first for each. */
export function listMembershipsOf(db: Db, people: readonly number[]): Promise<NamedMembership[]> {
  return namedMemberships(db)
    .where(anyOf(engineOf(db), sql.ref('m.userid'), people))
    .orderBy('m.userid')
    .orderBy('m.created_at')
    .orderBy('m.team')
    .execute()
}

export function listAllMemberships(db: Db): Promise<NamedMembership[]> {
  return namedMemberships(db).orderBy('m.userid').orderBy('m.created_at').orderBy('m.team').execute()
}

function namedMemberships(db: Db) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team')
    .select(['m.userid', 'm.team', 'm.is_admin', 'm.is_owner', 'm.is_archived', 'm.created_at', 't.name'])
}

const TYPE = { experiments: 1, items: 2, experimentsTemplates: 3 } as const

/** What the person still owns: the first kind of it, in words; undefined if nothing. */
export async function findLeftBehind(db: Db, userid: number): Promise<PlainCode | undefined> {
  const owned = db.selectFrom('entities').select('id').where('userid', '=', userid).limit(1)
  const entries = owned.where('type', 'in', [TYPE.experiments, TYPE.items]).where('state', 'in', [1, 2])
  if (await entries.executeTakeFirst()) return 'user.has_entries'
  if (await owned.where('type', '=', TYPE.experimentsTemplates).executeTakeFirst()) return 'user.has_templates'
  const comments = db
    .selectFrom('comments as c')
    .innerJoin('entities as e', 'e.id', 'c.entity_id')
    .select('c.id')
    .where('c.userid', '=', userid)
    .where('e.type', 'in', [TYPE.experiments, TYPE.items])
    .limit(1)
  if (await comments.executeTakeFirst()) return 'user.has_comments'
  const uploads = db.selectFrom('uploads').select('id').where('userid', '=', userid).limit(1)
  return (await uploads.executeTakeFirst()) ? 'user.has_files' : undefined
}

/** A person's keys in a team, locked until the end of the transaction. */
export const holdApikeys = prepared((db: Db, p: { userid: number; team: number }, engine) =>
  lockRow(
    engine,
    db.selectFrom('apikeys').selectAll().where('userid', '=', p.userid).where('team', '=', p.team).orderBy('id'),
  ),
)
