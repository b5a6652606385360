import { table } from '../table.ts'

/** The end of each chain: a cut-off tail shows. */
export interface ChainsTable {
  chain: number
  length: number
  head: string
}

export const chainsTable = table<ChainsTable>()({
  name: 'chains',
  key: ['chain'],
  backup: 'kept',
  proof: { by: 'chain' },
})
