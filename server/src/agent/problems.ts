/** The service cannot be reached: everything waits. */
export class Unreachable extends Error {}

/** The service cannot do it now. */
export class Busy extends Error {
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Something answered in place of the notebook. */
export class Stray extends Busy {}

/** The service does not accept the key: everything waits, because it may be given back. */
export class KeyRefused extends Error {}

/** The notebook does not want it as things are: tried again at times, because rights, locks and ids change. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  constructor(message: string, status = 0, reason = '') {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** The file changed, or is gone: look again later. */
export class Changed extends Error {}

/** The agent is asked to end. */
export class Stopped extends Error {}

/** The configuration, or the way the program was called, is wrong. */
export class SetupProblem extends Error {}
