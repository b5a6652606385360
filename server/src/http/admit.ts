import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import { clientKey } from '../lib/rate-limit.ts'
import { authenticate } from './authenticate.ts'
import { requireOwnOrigin } from './cross-site.ts'
import type { RateLimit } from './rate-limit.ts'
import { renewSession } from './session-renewal.ts'

/** Lets a request in: who asks, how often, and with a key that may do this at all. Decides nothing about records. */
export type Admit = (request: FastifyRequest, reply?: FastifyReply) => Promise<Actor>

export function makeAdmit(ctx: Context, limit: RateLimit | undefined): Admit {
  return async (request, reply) => {
    const actor = await identify(ctx, request, limit)
    limit?.(actor.via)
    if (!actor.canWrite && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Forbidden('This API key is read-only')
    }
    if (actor.sessionEnds !== undefined) {
      requireOwnOrigin(request)
      renewSession(ctx, actor, request, reply)
    }
    return actor
  }
}

async function identify(ctx: Context, request: FastifyRequest, limit: RateLimit | undefined): Promise<Actor> {
  try {
    return await authenticate(ctx, request.headers, request.ip)
  } catch (error) {
    // Who is refused has no name but the address: guessing keys is slowed down there.
    if (error instanceof Unauthorized) limit?.(`address:${clientKey(request.ip)}`)
    throw error
  }
}
