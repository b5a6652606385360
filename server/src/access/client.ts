/** The browser that sends the request, whoever uses it. */
export interface Client {
  address: string
  userAgent: string
  isSecure: boolean
  /** The session tokens that it holds. */
  sessions: readonly string[]
  /** The token of the device, if anybody signed in there before. */
  device: string | undefined
}

/** Sent to a browser when somebody signs in. */
export interface SignedIn {
  token: string
  device: string
}
