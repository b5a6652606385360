import { say } from '@aliquot/contract/refusals/say'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { TroubleCause } from '../../counters.ts'
import { connectionError } from '../../db/postgres/connection-error.ts'
import { storageError } from '../../db/sqlite/storage-error.ts'
import { InvalidInput, NoRoom, OverQuota, Refusal, TooLarge, Unavailable } from '../../errors.ts'
import { ContentAltered, ContentMissing } from '../../files/store.ts'
import { Written } from '../../records/written.ts'
import { encodeLong, isLongAnswer } from './long-answer.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Turns any thrown error into the error body. Whatever is not a refusal is a bug: it is logged with its cause and
 * answered without.
 */
export function answerError(ctx: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The client is gone, so nobody reads the answer. Its reset connection is not a failure of the database.
  if (request.raw.destroyed && !request.raw.complete) return sendRefusal(reply, new InvalidInput('request.cut_off'))
  const error = storageError(connectionError(thrown))
  if (error instanceof Refusal) {
    const isTrouble = error.status >= 500 && !(error instanceof OverQuota)
    if (isTrouble) {
      ctx.counters.troubles.add(causeOf(error))
      ctx.log.error({ err: error.cause ?? error, reqId: request.id }, error.message)
    }
    if (error.status === 403) logForbidden(ctx, request, error)
    return sendRefusal(reply, error)
  }
  const { statusCode, code, message } = error as FastifyError
  if (typeof code === 'string' && code.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
    return answerFrameworkError(reply, code, statusCode, message)
  }
  ctx.counters.troubles.add('bug')
  ctx.log.error({ err: error, reqId: request.id, method: request.method, path: pathOf(request) }, 'bug')
  return sendRefusal(reply, new Refusal(500, say('request.fault', { id: request.id })))
}

/** Logs a forbidden request with its message, because the request line has only the status. */
function logForbidden(ctx: Context, request: FastifyRequest, { message }: Refusal): void {
  const { id: reqId, method, actor, ip: address } = request
  ctx.log.warn(
    { reqId, method, path: loggedPath(request), user: actor?.userid, via: actor?.via, address },
    `forbidden: ${message}`,
  )
}

function causeOf(error: Refusal): TroubleCause {
  if (error instanceof NoRoom) return 'disk_full'
  if (error instanceof ContentMissing || error instanceof ContentAltered) return 'files'
  return (error instanceof Unavailable && error.part) || 'other'
}

/** Refusals of Fastify itself, in our words where its own would confuse a user. */
function answerFrameworkError(reply: FastifyReply, code: string, status: number, problem: string): FastifyReply {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      // Without `close` the rest of the body is read and discarded; otherwise a client that is still sending would see
      // a reset connection instead of this answer.
      reply.removeHeader('connection')
      return sendRefusal(reply, new TooLarge('field.above_size', { field: 'body', most: limitOf(reply) }))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const types = ['application/json']
      return sendRefusal(reply, new InvalidInput('request.wrong_type', { field: 'Content-Type', types }))
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return sendRefusal(reply, new InvalidInput('request.wrong_length', { field: 'Content-Length' }))
    case 'FST_ERR_BAD_URL':
      return sendRefusal(reply, new InvalidInput('request.bad_url'))
    default:
      return sendRefusal(reply, new Refusal(status, say('request.other', { problem })))
  }
}

function limitOf({ request }: FastifyReply): number {
  return request.routeOptions.bodyLimit ?? request.server.initialConfig.bodyLimit ?? 0
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  // Bearer, although the bare key is enough: browsers open no dialog for it.
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="Aliquot"')
  // The answer is no longer a file, so it must not be saved under its name.
  reply.removeHeader('content-disposition')
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
  const parts = partsOf(refusal.answer)
  if (parts.length === 1) return reply.send(parts[0])
  void encodeLong(parts).then(({ bytes, stream }) => reply.header('content-length', bytes).send(stream()))
  return reply
}

/** The body of a refusal. The record that one carries may be long, and is written already. */
function partsOf(answer: { current?: unknown }): readonly string[] {
  const { current, ...rest } = answer
  if (!(current instanceof Written)) return [JSON.stringify(answer)]
  const parts = [`${JSON.stringify(rest).slice(0, -1)},"current":`, ...current.parts, '}']
  return isLongAnswer(current) ? parts : [parts.join('')]
}

/** Without the query, which may contain search terms. */
export function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The path for the log. */
export function loggedPath(request: FastifyRequest): string {
  return withoutKeys(pathOf(request))
}

const SECRET_LENGTH = 32

/** The Location of a new API key looks like a page, and some program will open it. */
function withoutKeys(path: string): string {
  return path.length < SECRET_LENGTH ? path : path.replace(/[0-9a-f]{32,}/gi, '…')
}
