import type { Actor } from '../../access/actor.ts'
import type { Patience } from './source/client.ts'

export interface MoveInOptions {
  /** Where the other server is; its API may be named, too. */
  from: string
  /** What one may not read another may. */
  keys: readonly string[]
  /** The sysadmin here who answers for it. */
  as: number
  /** The credential and the address of their request; absent on the command line. */
  by?: Pick<Actor, 'via' | 'address'>
  dryRun?: boolean
  /** Reads every entry again, and not only those whose rows in the lists differ. */
  thorough?: boolean
  /** Requests at once. */
  inFlight?: number
  /** The zone of times over there. */
  timezone?: string
  patience?: Patience
}

export const USUAL_IN_FLIGHT = 4
export const MOST_IN_FLIGHT = 32
export const MOST_KEYS = 100
