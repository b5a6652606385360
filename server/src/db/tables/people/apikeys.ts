import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface ApikeysTable {
  id: Generated<number>
  name: string
  userid: number
  team: number
  can_write: number
  /** SHA-256 of the whole key text, hex. */
  key_hash: string
  created_at: string
  last_used_at: string | null
  /** What a deposit key may reach, see access/deposit.ts; null for keys of other levels. */
  deposit: Generated<string | null>
}

export const apikeysTable = table<ApikeysTable>()({
  name: 'apikeys',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'apikey',
    id: 'id',
    values: (row) => [
      ...[row.id, row.name, row.userid, row.team, row.can_write, row.key_hash, row.created_at],
      ...(row.deposit === null ? [] : ['deposit', row.deposit]),
    ],
  },
  unguarded: { last_used_at: 'noted while the key is used, at most once a minute' },
  people: { userid: 'ended' },
})
