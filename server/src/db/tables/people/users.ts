import type { Generated } from 'kysely'
import { table, unlessUsual } from '../table.ts'

export interface UsersTable {
  userid: Generated<number>
  email: string
  /** Lower-cased e-mail of an account that may sign in; unique. */
  email_key: string
  firstname: string
  lastname: string
  /** The folded name and e-mail, for the search. */
  name_key: string
  orcid: string | null
  orgid: string | null
  /** Null if no password is set: the person cannot sign in. */
  password_hash: string | null
  password_modified_at: string | null
  /** The SHA-256 of the token of a password link, hex. */
  password_link_hash: string | null
  password_link_expires: string | null
  /** Who created the link. 0: no link, or an invalid one from before this was recorded. */
  password_link_by: Generated<number>
  is_sysadmin: number
  validated: number
  /** Last day of validity, YYYY-MM-DD. */
  valid_until: string | null
  /** JSON of the preferences that differ from the defaults. */
  preferences: string
  created_at: string
  last_login: string | null
  version: number
  /** May manage memberships of anybody. */
  can_manage_users2teams: Generated<number>
  can_manage_compounds: Generated<number>
  can_manage_inventory_locations: Generated<number>
  /** 1, or 3 for a deleted account: its name still appears under the person's work. */
  state: Generated<number>
}

export const usersTable = table<UsersTable>()({
  name: 'users',
  key: ['userid'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'user',
    id: 'userid',
    values: (row) => [
      ...[row.userid, row.email, row.email_key, row.firstname, row.lastname, row.orcid, row.orgid],
      ...[row.password_hash, row.password_modified_at, row.password_link_hash, row.password_link_expires],
      ...[row.is_sysadmin, row.validated, row.valid_until, row.preferences, row.created_at, row.version],
      ...unlessUsual({
        can_manage_users2teams: [row.can_manage_users2teams, 0],
        can_manage_compounds: [row.can_manage_compounds, 0],
        can_manage_inventory_locations: [row.can_manage_inventory_locations, 0],
        state: [row.state, 1],
        password_link_by: [row.password_link_by, 0],
      }),
    ],
  },
  unguarded: { last_login: 'noted at each sign-in; the sign-in itself is an event of its session' },
})
