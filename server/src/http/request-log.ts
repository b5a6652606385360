import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { infoPlainly } from '../log.ts'
import { pathOf } from './answers/refusals.ts'

/** One line for each request, without bodies, queries or secrets. */
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
    path: withoutKeys(pathOf(request)),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    user: request.actor?.userid,
    via: request.actor?.via,
    address: request.ip,
  })
}

const SECRET_LENGTH = 32

/** The Location of a new API key looks like a page, and some program will try to open it. */
function withoutKeys(path: string): string {
  return path.length < SECRET_LENGTH ? path : path.replace(/[0-9a-f]{32,}/gi, '…')
}
