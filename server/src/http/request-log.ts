import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { infoPlainly } from '../log.ts'
import { loggedPath } from './answers/refusals.ts'

/** Logs one line per request, without bodies, queries or secrets. */
export function logRequests(app: FastifyInstance, ctx: Context): void {
  if (!ctx.log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(ctx, request, reply)
    done()
  })
}

export function logRequest(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  infoPlainly(ctx.log, {
    reqId: request.id,
    method: request.method,
    path: loggedPath(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    user: request.actor?.userid,
    via: request.actor?.via,
    address: request.ip,
  })
}
