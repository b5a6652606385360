import { table } from '../table.ts'

/** Who wants to be told of what others do to an entry. */
export interface FollowsTable {
  entity_id: number
  userid: number
  /** The last event before they followed it. */
  since: number
  created_at: string
}

export const followsTable = table<FollowsTable>()({
  name: 'follows',
  key: ['entity_id', 'userid'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only decides what one person is told of' },
  people: { userid: 'removed' },
})

/** How far followers were told: one row. */
export interface FollowPlaceTable {
  id: number
  /** Followers were told of every event up to this one. */
  position: number
}

export const followPlaceTable = table<FollowPlaceTable>()({
  name: 'follow_place',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it moves with each notification' },
})
