import { table } from '../table.ts'

/** The settings of the instance: one row, once sysadmins have changed anything. */
export interface ConfigTable {
  id: number
  /** JSON of the values that differ from the defaults. */
  chosen: string
  version: number
}

export const configTable = table<ConfigTable>()({
  name: 'config',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'config',
    id: 'id',
    values: (row) => [row.id, row.chosen, row.version],
  },
})
