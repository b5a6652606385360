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
  created_at: string
}

export function insert(db: Db, user: NewUser): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({ ...user, preferences: '{}', version: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findByEmail(db: Db, emailKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst()
}

export function find(db: Db, userid: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('userid', '=', userid).executeTakeFirst()
}

export function insertMembership(db: Db, membership: MembershipRow): Promise<MembershipRow> {
  return db.insertInto('memberships').values(membership).returningAll().executeTakeFirstOrThrow()
}
