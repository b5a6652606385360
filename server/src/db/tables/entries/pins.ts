import { table } from '../table.ts'

export interface PinsTable {
  userid: number
  entity_id: number
}

export const pinsTable = table<PinsTable>()({
  name: 'pins',
  key: ['userid', 'entity_id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only moves an entry up in the lists of one person' },
  people: { userid: 'removed' },
})
