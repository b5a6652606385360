import { table } from '../table.ts'

/** Who could read an entry until an event changed it. The feed tells from it whose access began or ended then. */
export interface AccessBeforeTable {
  entity_id: number
  event_id: number
  team: number
  userid: number
  canread_base: number
  /** JSON of the grants. */
  canread: string
}

export const accessBeforeTable = table<AccessBeforeTable>()({
  name: 'access_before',
  key: ['event_id', 'entity_id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it gives no access: it only says what the feed tells of the past' },
  people: { userid: 'stays' },
})
