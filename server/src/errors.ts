import type { ErrorBody } from '@aliquot/contract/common'
import { inEnglish } from '@aliquot/contract/refusals/english'
import type { RefusalCode } from '@aliquot/contract/refusals/index'
import { type ParamsFor, type Said, say } from '@aliquot/contract/refusals/say'
import type { Params } from '@aliquot/contract/refusals/sentence'

interface RefusalOptions {
  /** In place of what the catalogue says beside the message. */
  description?: string
  /** Extra headers of the answer, `Retry-After` for one. */
  headers?: Record<string, string>
  /** Extra keys of the error body. */
  extra?: Record<string, unknown>
}

/**
 * A refusal that the user can act on, by its code: `new Forbidden('comment.not_author')`. The sentences are in the catalogue
 * of the contract. Everything else that is thrown is a bug and answers 500 without details.
 */
export class Refusal extends Error {
  readonly status: number
  readonly said: Said
  readonly description: string
  readonly headers: Readonly<Record<string, string>>
  readonly #extra: Readonly<Record<string, unknown>>

  constructor(status: number, said: Said, options: RefusalOptions = {}) {
    const { message, description } = inEnglish(said)
    super(message)
    this.status = status
    this.said = said
    this.description = options.description ?? description
    this.headers = options.headers ?? {}
    this.#extra = options.extra ?? {}
  }

  /** The body of the answer. Not called body: libraries take errors with one for their own. */
  get answer(): Omit<ErrorBody, 'params'> & { params?: Params } {
    const { reason, params } = this.said
    const { field, ...others } = params
    return {
      code: this.status,
      message: this.message,
      description: this.description,
      reason,
      ...(field !== undefined && { field: String(field) }),
      ...(Object.keys(others).length > 0 && { params: others }),
      ...this.#extra,
    }
  }
}

/** How a refusal is named: by its code with what is filled in, or as something that was said before. */
function saidAs<C extends RefusalCode>(reason: C | Said, params: ParamsFor<C>): Said {
  return typeof reason === 'object' ? reason : say(reason, ...params)
}

/** 400: the request itself is wrong. */
export class InvalidInput<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(400, saidAs(reason, params))
  }
}

/** 401: no credentials, or none that hold. */
export class Unauthorized<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(401, saidAs(reason, params))
  }
}

/** 403: known, but not allowed. */
export class Forbidden<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(403, saidAs(reason, params))
  }
}

/** 403: the password must be typed again first. `needs` tells it to programs. */
export class PasswordNeeded extends Refusal {
  constructor() {
    super(403, say('auth.password_needed'), { extra: { needs: 'password' } })
  }
}

/** 404: nothing with this id here. */
export class NotFound<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(404, saidAs(reason, params))
  }
}

/** 412: the record has changed since the client read it. Carries the record as it is now, which may be written already. */
export class Stale extends Refusal {
  constructor(current: unknown) {
    super(412, say('request.stale'), { extra: { current } })
  }
}

/** 421: the request was meant for another server. */
export class Misdirected<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(421, saidAs(reason, params))
  }
}

/** 422: a valid request that a state or a setting forbids. */
export class Unprocessable<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(422, saidAs(reason, params))
  }
}

/** 429: too many attempts. */
export class TooMany<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, retryAfterSeconds: number, ...params: ParamsFor<C>) {
    const retryAfter = String(Math.max(1, Math.ceil(retryAfterSeconds)))
    super(429, saidAs(reason, params), { headers: { 'retry-after': retryAfter } })
  }
}

interface UnavailableOptions {
  cause?: unknown
  retryAfterSeconds?: number
  /** What does not work, for whoever watches over the service. */
  part?: 'database' | 'files'
}

/** Codes in whose sentence nothing is filled in. */
export type PlainCode = { [C in RefusalCode]: ParamsFor<C> extends [] ? C : never }[RefusalCode]

/** 503: the database or the disk does not take it now. Nothing was stored. */
export class Unavailable extends Refusal {
  readonly part: UnavailableOptions['part']

  constructor(reason: PlainCode, options: UnavailableOptions = {}) {
    super(503, { reason, params: {} }, { headers: { 'retry-after': String(options.retryAfterSeconds ?? 2) } })
    this.cause = options.cause
    this.part = options.part
  }
}

/** 408: the client sends too slowly. */
export class TooSlow<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(408, saidAs(reason, params))
  }
}

/** 413: more than is allowed. */
export class TooLarge<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(413, saidAs(reason, params))
  }
}

/** 507: there is no room for it. Nothing was stored. */
export class NoRoom<C extends RefusalCode = RefusalCode> extends Refusal {
  constructor(reason: C | Said, ...params: ParamsFor<C>) {
    super(507, saidAs(reason, params))
  }
}

/** 507 as well, but a rule says so and no disk is full. */
export class OverQuota<C extends RefusalCode = RefusalCode> extends NoRoom<C> {}

/** What a command refuses. It is read at a terminal and not by a program: the sentence is all there is. */
export class CommandProblem extends Error {}
