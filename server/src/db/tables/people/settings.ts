import { table } from '../table.ts'

/** Internal facts of the instance: its id, the hash of a pending set-up token. */
export interface SettingsTable {
  name: string
  value: string
}

export const settingsTable = table<SettingsTable>()({
  name: 'settings',
  key: ['name'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'the instance keeps its own id and a pending set-up token here' },
})
