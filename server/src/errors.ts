/** A refusal that the user can act on. Everything else that is thrown is a bug and answers 500 without details. */
export class Refusal extends Error {
  readonly status: number
  readonly description: string
  /** Extra headers of the answer, `Retry-After` for one. */
  readonly headers: Readonly<Record<string, string>>
  /** Extra keys of the error body. */
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: number,
    message: string,
    options: { description?: string; headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.description = options.description ?? ''
    this.headers = options.headers ?? {}
    this.extra = options.extra
  }
}

/** 400: the request itself is wrong. The message names the field. */
export class InvalidInput extends Refusal {
  constructor(message: string, description = '') {
    super(400, message, { description })
  }
}

/** 401: no credentials, or none that hold. */
export class Unauthorized extends Refusal {
  constructor(message: string, description = '') {
    super(401, message, { description })
  }
}

/** 403: known, but not allowed. */
export class Forbidden extends Refusal {
  constructor(message: string) {
    super(403, message)
  }
}

/** 403: the password must be typed again first. `needs` tells it to programs. */
export class PasswordNeeded extends Refusal {
  constructor() {
    super(403, 'Your password is needed again: you typed it more than a day ago', {
      description: 'Send it with PATCH /session, then repeat this request.',
      extra: { needs: 'password' },
    })
  }
}

/** 404: nothing with this id here. */
export class NotFound extends Refusal {
  constructor(message: string) {
    super(404, message)
  }
}

/** 412: the record has changed since the client read it. Carries the record as it is now. */
export class Stale extends Refusal {
  constructor(current: unknown) {
    super(412, 'The record has changed since you read it', {
      description: 'Read it again, or merge your change with the record under "current".',
      extra: { current },
    })
  }
}

/** 421: the request was meant for another server. */
export class Misdirected extends Refusal {
  constructor(message: string) {
    super(421, message)
  }
}

/** 422: a valid request that a state or a setting forbids. */
export class Unprocessable extends Refusal {
  constructor(message: string) {
    super(422, message)
  }
}

/** 429: too many attempts. */
export class TooMany extends Refusal {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) } })
  }
}

interface UnavailableOptions {
  cause?: unknown
  retryAfterSeconds?: number
  /** What does not work, for whoever watches over the service. */
  part?: 'database' | 'files'
}

/** 503: the database or the disk does not take it now. Nothing was stored. */
export class Unavailable extends Refusal {
  readonly part: UnavailableOptions['part']

  constructor(message: string, options: UnavailableOptions = {}) {
    super(503, message, { headers: { 'retry-after': String(options.retryAfterSeconds ?? 2) } })
    this.cause = options.cause
    this.part = options.part
  }
}

/** 408: the client sends too slowly. */
export class TooSlow extends Refusal {
  constructor(message: string) {
    super(408, message)
  }
}

/** 413: more than is allowed. */
export class TooLarge extends Refusal {
  constructor(message: string) {
    super(413, message)
  }
}

/** 507: there is no room for it. Nothing was stored. */
export class NoRoom extends Refusal {
  constructor(message: string) {
    super(507, message)
  }
}

/** 507 as well, but a rule says so and no disk is full. */
export class OverQuota extends NoRoom {}
