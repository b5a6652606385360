import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
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

const NO_HTTP = 'This is not a valid HTTP request'

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
        return refuse(ctx, socket, 408, 'The request took too long to arrive')
      case 'HPE_HEADER_OVERFLOW':
        return refuse(ctx, socket, 431, 'The headers are larger than 16 KiB')
      case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
        return refuse(ctx, socket, 413, 'The chunk extensions are too large')
      case 'HPE_INVALID_METHOD':
        if (Buffer.isBuffer(error.rawPacket) && REQUEST_LINE.test(error.rawPacket.toString('latin1'))) {
          return refuse(ctx, socket, 405, 'This method is not used here')
        }
        return refuse(ctx, socket, 400, NO_HTTP)
      default:
        return refuse(ctx, socket, 400, NO_HTTP)
    }
  }
}

/** Two cases that Node would answer itself, without our error body. */
export function coverNodeDefaults(app: FastifyInstance, ctx: Context): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(ctx, socket, 405, 'The method CONNECT is not used here')
  })
  // Unknown expectations are ignored; Node would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

function refuse(ctx: Context, socket: Duplex, status: number, message: string): void {
  const id = nextRequestId()
  ctx.log.info({ reqId: id, status }, 'refused a broken request')
  const body = JSON.stringify({ code: status, message, description: '' })
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
  // Destroyed once the answer is sent, or soon after, because a client may never read it.
  const timer = setTimeout(() => socket.destroy(), 1000)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
