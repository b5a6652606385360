import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface SessionsTable {
  id: Generated<number>
  userid: number
  team: number
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string
  created_at: string
  last_seen_at: string
  expires_at: string
  client_address: string
  user_agent: string
  /** When the password was last entered; null: at the sign-in. */
  proven_at: Generated<string | null>
  /** The hash of the previous token, and until when that is valid: requests may be under way. */
  previous_hash: Generated<string | null>
  previous_until: Generated<string | null>
}

export const sessionsTable = table<SessionsTable>()({
  name: 'sessions',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'session',
    id: 'id',
    values: (row) => [
      ...[row.id, row.userid, row.team, row.token_hash, row.created_at, row.client_address, row.user_agent],
      ...(row.proven_at === null ? [] : ['proven', row.proven_at]),
      ...(row.previous_hash === null && row.previous_until === null
        ? []
        : ['previous', row.previous_hash, row.previous_until]),
    ],
  },
  unguarded: { last_seen_at: 'moves while the session is used', expires_at: 'moves with the last use' },
  people: { userid: 'ended' },
})
