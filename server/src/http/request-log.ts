import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { pathOf } from './refusals.ts'

/** One line for each request, without bodies, queries or secrets. */
export function logRequests(app: FastifyInstance, ctx: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    ctx.log.info({
      reqId: request.id,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.actor?.userid,
      via: request.actor?.via,
      address: request.ip,
    })
  })
}
