import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Known verbs; any other is 405 on every path. */
export const VERBS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
export const ALLOW = [...VERBS].join(', ')

const EXPOSED = [
  'Location, ETag, Link, X-Saved-Version, X-Total-Count, X-Total-Count-Relation, X-Page-Count, X-Request-Id, Retry-After, Allow',
  // For resumable uploads.
  'Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires, X-Upload-Id',
  'Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size',
].join(', ')
const ASKABLE = [
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Change-Reason, X-Requested-With',
  'X-Signed-In-As',
  'Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset',
].join(', ')
const ONE_YEAR = 'max-age=31536000'

/**
 * Sets the headers of every answer. By hand, because a plugin for these few lines costs a third of the throughput.
 * Clients may cache answers to GET but must revalidate them, which makes 304 possible.
 */
export function headerSetter(config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const isSecure = secureTest(config)
  const addCors = corsSetter(config)
  const hsts = config.HSTS_SUBDOMAINS ? `${ONE_YEAR}; includeSubDomains` : ONE_YEAR
  return (request, reply) => {
    const { method } = request
    reply.header('x-request-id', request.id)
    reply.header('cache-control', method === 'GET' || method === 'HEAD' ? 'private, no-cache' : 'no-store')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (isSecure?.(request)) reply.header('strict-transport-security', hsts)
    addCors?.(request, reply)
  }
}

/** Whether the client used https; undefined if it never can have. */
function secureTest({ BASE_URL, TRUST_PROXY }: Config): ((request: FastifyRequest) => boolean) | undefined {
  if (BASE_URL?.startsWith('https:')) return () => true
  // The service itself speaks http: only a proxy in front knows, and only a trusted one is believed.
  return TRUST_PROXY.length > 0 ? (request) => request.protocol === 'https' : undefined
}

/** CORS only for listed origins, never an echo of the request. Undefined if the list is empty. */
function corsSetter(config: Config): ((request: FastifyRequest, reply: FastifyReply) => void) | undefined {
  const origins = new Set(config.CORS_ORIGINS.map((origin) => origin.replace(/\/+$/, '').toLowerCase()))
  if (origins.size === 0) return undefined
  return (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.has(origin.toLowerCase())) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    reply.header('access-control-expose-headers', EXPOSED)
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    reply.header('access-control-allow-headers', ASKABLE)
    reply.header('access-control-max-age', '600')
  }
}

let lastId = 0
const ID_PREFIX = randomUUID().slice(0, 8)

/** Unique in the log of this instance, and cheap. */
export function nextRequestId(): string {
  return `${ID_PREFIX}-${(++lastId).toString(36)}`
}
