import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Addresses for which somebody asked for a new password, known or not: see mail.password.ts. */
export interface PasswordRequestsTable {
  email_key: string
  /** When it is looked up; while that happens, the end of the lease. */
  next_at: string
  attempts: Generated<number>
  created_at: string
}

export const passwordRequestsTable = table<PasswordRequestsTable>()({
  name: 'password_requests',
  key: ['email_key'],
  // Empty after a restore: people ask again.
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'it is forgotten within a day' },
})
