import { table } from '../table.ts'

/** The head of each chain, so that a truncated chain is detected. */
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
