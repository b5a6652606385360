import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Forbidden, Unauthorized } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { authenticate } from './authenticate.ts'
import { ownOriginCheck } from './cross-site.ts'
import type { RateLimit } from './rate-limit.ts'
import { renewSession } from './session-renewal.ts'

/**
 * Lets a request in: who asks, how often, and with a key that may do this at all. Decides nothing about records. Who is
 * remembered need not be waited for.
 */
export type Admit = (request: FastifyRequest, reply?: FastifyReply) => Actor | Promise<Actor>

export function makeAdmit(ctx: Context, limit: RateLimit | undefined): Admit {
  const requireOwnOrigin = ownOriginCheck(ctx.config)
  const admit = (actor: Actor, request: FastifyRequest, reply: FastifyReply | undefined): Actor => {
    limit?.(actor.via)
    if (!actor.canWrite && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Forbidden('This API key is read-only')
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
 * A page says whose words it sends. The cookie may have become somebody else's since, by a sign-in that the page has not
 * heard of: for the page its own session has ended then.
 */
function requireNamedPerson(actor: Actor, { headers }: FastifyRequest): void {
  const named = headers['x-signed-in-as']
  if (named === undefined || named === String(actor.userid)) return
  throw new Unauthorized('Somebody else is signed in now, sign in again')
}

function identify(ctx: Context, request: FastifyRequest, limit: RateLimit | undefined): Actor | Promise<Actor> {
  const refuse = (error: unknown): never => {
    // Who is refused has no name but the address: guessing keys is slowed down there.
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
