import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Forbidden, Unauthorized } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { authenticate } from './authenticate.ts'
import { ownOriginCheck } from './cross-site.ts'
import { requireDepositOperation } from './deposit-rules.ts'
import type { RateLimit } from './rate-limit.ts'
import { renewSession } from './session-renewal.ts'

/**
 * Admits a request: authentication, rate limit, read-only and deposit keys. It knows nothing of records. A cached API key resolves
 * synchronously.
 */
export type Admit = (request: FastifyRequest, reply?: FastifyReply) => Actor | Promise<Actor>

export function makeAdmit(ctx: Context, limit: RateLimit | undefined): Admit {
  const requireOwnOrigin = ownOriginCheck(ctx.config)
  const admit = (actor: Actor, request: FastifyRequest, reply: FastifyReply | undefined): Actor => {
    limit?.(actor.via)
    if (actor.deposit) requireDepositOperation(request)
    else if (!actor.canWrite && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Forbidden('auth.read_only_key')
    }
    requireNamedPerson(actor, request)
    if (actor.session) {
      requireOwnOrigin(request)
      renewSession(ctx, actor.session, request, reply)
    }
    return actor
  }
  return (request, reply) => {
    const actor = identify(ctx, request, limit)
    return actor instanceof Promise ? actor.then((actor) => admit(actor, request, reply)) : admit(actor, request, reply)
  }
}

/**
 * A page names the person it was loaded for. The cookie may belong to somebody else since, by a sign-in in another tab;
 * for this page, its own session has then ended.
 */
function requireNamedPerson(actor: Actor, { headers }: FastifyRequest): void {
  const named = headers['x-signed-in-as']
  if (named === undefined || named === String(actor.userid)) return
  throw new Unauthorized('auth.somebody_else')
}

function identify(ctx: Context, request: FastifyRequest, limit: RateLimit | undefined): Actor | Promise<Actor> {
  const refuse = (error: unknown): never => {
    // A refused client has no name but its address, so guessing keys is limited by address.
    if (error instanceof Unauthorized) limit?.(`address:${clientKey(request.ip)}`)
    throw error
  }
  try {
    const actor = authenticate(ctx, request.raw, request.ip)
    return actor instanceof Promise ? actor.catch(refuse) : actor
  } catch (error) {
    return refuse(error)
  }
}
