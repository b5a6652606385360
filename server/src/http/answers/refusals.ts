import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { TroubleCause } from '../../counters.ts'
import { connectionError } from '../../db/postgres/connection-error.ts'
import { storageError } from '../../db/sqlite/storage-error.ts'
import { NoRoom, OverQuota, Refusal, Unavailable } from '../../errors.ts'
import { ContentAltered, ContentMissing } from '../../files/store.ts'
import { formatBytes } from '../../lib/bytes.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Turns any thrown error into the error body. Whatever is not a refusal is a bug: it is logged with its cause and
 * answered without.
 */
export function answerError(ctx: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The client is gone, so nobody reads the answer. Its reset connection is not a failure of the database.
  if (request.raw.destroyed && !request.raw.complete) return sendError(reply, 400, 'The request was cut off')
  const error = storageError(connectionError(thrown))
  if (error instanceof Refusal) {
    const isTrouble = error.status >= 500 && !(error instanceof OverQuota)
    if (isTrouble) {
      ctx.counters.troubles.add(causeOf(error))
      ctx.log.error({ err: error.cause ?? error, reqId: request.id }, error.message)
    }
    if (error.status === 403) logForbidden(ctx, request, error)
    return sendError(reply.headers(error.headers), error.status, error.message, error.description, error.extra)
  }
  const { statusCode, code, message } = error as FastifyError
  if (typeof code === 'string' && code.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
    return answerFrameworkError(reply, code, statusCode, message)
  }
  ctx.counters.troubles.add('bug')
  ctx.log.error({ err: error, reqId: request.id, method: request.method, path: pathOf(request) }, 'bug')
  return sendError(
    reply,
    500,
    'Something went wrong on our side',
    `Tell your administrator the request id ${request.id}`,
  )
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
function answerFrameworkError(reply: FastifyReply, code: string, status: number, message: string): FastifyReply {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      // Without `close` the rest of the body is read and discarded; otherwise a client that is still sending would see
      // a reset connection instead of this answer.
      return sendError(reply.removeHeader('connection'), 413, `body: is larger than the limit of ${limitOf(reply)}`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return sendError(reply, 400, 'Content-Type: must be application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return sendError(reply, 400, 'Content-Length: does not match the body')
    case 'FST_ERR_BAD_URL':
      return sendError(reply, 400, 'The address is not a valid URL')
    default:
      return sendError(reply, status, message)
  }
}

function limitOf({ request }: FastifyReply): string {
  const limit = request.routeOptions.bodyLimit ?? request.server.initialConfig.bodyLimit ?? 0
  return formatBytes(limit).replace('.00', '')
}

export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  description = '',
  extra: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  // Bearer, although the bare key is enough: browsers open no dialog for it.
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Aliquot"')
  // The answer is no longer a file, so it must not be saved under its name.
  reply.removeHeader('content-disposition')
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ code: status, message, description, ...extra }))
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
