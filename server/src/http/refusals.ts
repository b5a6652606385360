import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { connectionError } from '../db/postgres.ts'
import { storageError } from '../db/sqlite.ts'
import { Refusal } from '../errors.ts'

/** Turns whatever was thrown into the error body. What is no refusal is a bug: logged with its cause, answered without. */
export function answerError(ctx: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = storageError(connectionError(thrown))
  if (error instanceof Refusal) {
    if (error.status >= 500) ctx.log.error({ err: error.cause ?? error, reqId: request.id }, error.message)
    return sendError(reply.headers(error.headers), error.status, error.message, error.description, error.extra)
  }
  const status = (error as FastifyError).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const { message, code } = error as FastifyError
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendError(reply, 413, 'body: is larger than the limit')
    return sendError(reply, status === 415 ? 400 : status, message)
  }
  ctx.log.error({ err: error, reqId: request.id, method: request.method, path: pathOf(request) }, 'bug')
  return sendError(
    reply,
    500,
    'Something went wrong on our side',
    `Tell your administrator the request id ${request.id}`,
  )
}

export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  description = '',
  extra: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: status, message, description, ...extra }))
}

/** Without the query, which may hold what people search for. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
