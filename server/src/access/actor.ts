import type { Author } from '../journal/record.ts'
import type { DepositReach } from './deposit-reach.ts'

/** The person behind a request, with their current rights. Read for every request. */
export interface Actor extends Author {
  userid: number
  /** The team in which the request acts. */
  team: number
  /** Admin of that team. Admin rights count only in the team in which the request acts. */
  isAdmin: boolean
  isSysadmin: boolean
  /** May manage memberships of anybody, admin or not. */
  managesMemberships?: boolean
  /** False with a read-only key, and with a deposit key. */
  canWrite: boolean
  /** Set with a deposit key, which may do little else. */
  deposit?: DepositReach
  /** Teams of which the person is an active member. */
  teams: readonly number[]
  /** Set if the request came with a session. */
  session?: SessionOfActor
  /** Set when the request carries an Idempotency-Key. */
  once?: Once
}

/** The session of a request. */
export interface SessionOfActor {
  id: number
  /** When its use was last recorded. */
  seenAt: string
  /** When the password was last entered. */
  provenAt: string
  /** How long it lasts when idle. */
  minutes: number
  /** When it ends even if it is in use. */
  lastEnd: string
  /** The request came with the previous token of the session. */
  isFormerToken: boolean
}

/** Identifies a repeated request. */
export interface Once {
  /** Hash of the key and the person. */
  keyHash: string
  /** Hash of method, path and body. */
  requestHash: string
  /** The Idempotency-Key and the credential as sent. They are stored nowhere, so they can encrypt what is stored. */
  secret: string
}
