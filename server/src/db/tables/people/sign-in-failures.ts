import { table } from '../table.ts'

/** Failed guesses per key within a window: see sessions.limits.ts. */
export interface SignInFailuresTable {
  key: string
  failures: number
  ends_at: string
}

export const signInFailuresTable = table<SignInFailuresTable>()({
  name: 'sign_in_failures',
  key: ['key'],
  // Empty after a restore: an hour later nothing of it counts.
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'it is forgotten within an hour' },
})
