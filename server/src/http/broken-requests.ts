import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Said, say } from '@aliquot/contract/refusals/say'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { ALLOW, nextRequestId } from './headers.ts'
import { isPatient } from './requests/form.ts'

// Not imported: importing all names makes Node load fetch and WebSocket, which take 10 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

interface ParserError extends Error {
  code?: string
  /** The bytes that could not be parsed. */
  rawPacket?: unknown
}

/** A request line that would be valid with another verb. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/

/** Node's own limit. */
const MOST_HEADER_BYTES = 16 * 1024

/** Handles input that is not a valid request, or too slow: there is no request object, only a socket. */
export function clientErrorHandler(ctx: Context): (error: ParserError, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    switch (error.code) {
      // The client disconnected within a request that may have been answered already: a second answer would be taken
      // for that of another request.
      case 'HPE_INVALID_EOF_STATE':
        socket.destroy()
        return
      case 'ERR_HTTP_REQUEST_TIMEOUT':
        // Large files take long to arrive; their reader limits how slowly.
        if (isPatient(socket)) return
        return refuse(ctx, socket, 408, say('request.too_slow'))
      case 'HPE_HEADER_OVERFLOW':
        return refuse(ctx, socket, 431, say('request.headers_too_large', { most: MOST_HEADER_BYTES }))
      case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
        return refuse(ctx, socket, 413, say('request.chunks_too_large'))
      case 'HPE_INVALID_METHOD':
        if (Buffer.isBuffer(error.rawPacket) && REQUEST_LINE.test(error.rawPacket.toString('latin1'))) {
          return refuse(ctx, socket, 405, say('request.unknown_method'))
        }
        return refuse(ctx, socket, 400, say('request.not_http'))
      default:
        return refuse(ctx, socket, 400, say('request.not_http'))
    }
  }
}

/** Two cases that Node would answer itself, without our error body. */
export function coverNodeDefaults(app: FastifyInstance, ctx: Context): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(ctx, socket, 405, say('request.unused_method', { method: 'CONNECT' }))
  })
  // Unknown expectations are ignored; Node would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

function refuse(ctx: Context, socket: Duplex, status: number, said: Said): void {
  const id = nextRequestId()
  ctx.log.info({ reqId: id, status }, 'refused a broken request')
  const body = JSON.stringify(new Refusal(status, said).answer)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 405 ? [`Allow: ${ALLOW}`] : []),
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Destroyed once the answer is sent, at the latest after a second, because a client may never read it.
  const timer = setTimeout(() => socket.destroy(), 1000)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
