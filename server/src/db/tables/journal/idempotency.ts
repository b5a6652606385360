import { table } from '../table.ts'

export interface IdempotencyTable {
  /** SHA-256 over user and Idempotency-Key. */
  key_hash: string
  userid: number
  request_hash: string
  /** JSON of what the operation returned. */
  result: string
  created_at: string
  /** After this the key is a new request. */
  expires_at: string
}

export const idempotencyTable = table<IdempotencyTable>()({
  name: 'idempotency',
  key: ['key_hash'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only answers repetitions, until it expires' },
})
