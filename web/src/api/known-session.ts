import type { Session } from '@aliquot/contract/session'

/** The last known session, so that a page stays while its session is renewed. */
let lastKnown: Session | undefined

export function noteSession(session: Session): void {
  lastKnown = session
}

/** The last session of this page, even if it has ended; undefined if nobody has signed in. */
export function knownSession(): Session | undefined {
  return lastKnown
}

export function requireKnownSession(): Session {
  if (!lastKnown) throw new Error('Nobody has signed in on this page')
  return lastKnown
}
