import { table } from '../table.ts'

/** Under which names somebody has rights, since an event: see access/principals.ts. Event 0: from the beginning. */
export interface PrincipalsSinceTable {
  userid: number
  event_id: number
  /** Teams with an active membership, `2,5`. */
  teams: string
  /** Those of them in which the person is an admin. */
  admin_teams: string
  /** The groups that count. */
  teamgroups: string
}

export const principalsSinceTable = table<PrincipalsSinceTable>()({
  name: 'principals_since',
  key: ['userid', 'event_id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it gives no access: it only says what the feed tells of the past' },
  people: { userid: 'removed' },
})
