/** The browser at the other end, of whoever it is. */
export interface Client {
  address: string
  userAgent: string
  isSecure: boolean
  /** Tokens of sessions that it has. */
  sessions: readonly string[]
  /** Its own token, if anybody signed in there before. */
  device: string | undefined
}

/** What a browser gets when somebody signs in. */
export interface SignedIn {
  token: string
  device: string
}
