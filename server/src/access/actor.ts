import type { Author } from '../journal/record.ts'

/** The person behind a request, with the rights they have at this moment. Read anew for every request. */
export interface Actor extends Author {
  userid: number
  /** The team in which the request acts. */
  team: number
  /** Admin of that team. Nobody has an admin's rights in a team that the request does not act in. */
  isAdmin: boolean
  isSysadmin: boolean
  /** May manage anybody's places in teams, admin or not. */
  managesPlaces?: boolean
  /** False with a read-only key. */
  canWrite: boolean
  /** Teams of which the person is an active member. */
  teams: readonly number[]
  /** For a request that came with one. */
  session?: SessionOfActor
  /** Set when the request carries an Idempotency-Key. */
  once?: Once
}

/** What is known of the session that a request came with. */
export interface SessionOfActor {
  id: number
  /** When its use was noted last. */
  seenAt: string
  /** When the password was typed last. */
  provenAt: string
  /** How long it lasts without being used. */
  minutes: number
  /** When it ends however much it is used. */
  lastEnd: string
  /** The request came with the token before the present one. */
  isFormerToken: boolean
}

/** What makes a repeated request recognisable. */
export interface Once {
  /** Hash of the key and the person. */
  keyHash: string
  /** Hash of method, path and body. */
  requestHash: string
  /** The Idempotency-Key and the credential as they were sent. Stored nowhere, so they can seal what is stored. */
  secret: string
}
