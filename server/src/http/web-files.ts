import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebFile, WebFiles } from '../web/stored-files.ts'
import { isNotModified } from './answers/etag.ts'
import { pathOf } from './answers/refusals.ts'
import { CODE_READER_HEADERS, INTERFACE_HEADERS } from './page-headers.ts'
import { API } from './route.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Serves each file of the web interface at a fixed address: a request never becomes a file name. */
export function serveWeb(app: FastifyInstance, files: WebFiles): void {
  for (const [address, file] of files) app.get(address, (request, reply) => sendFile(request, reply, file))
}

/**
 * Only the page knows its own routes, so every request for a page gets it, and the page reports unknown routes.
 * `otherwise` answers programs, and all paths of the service itself.
 */
export function pagesOr(files: WebFiles, otherwise: Answer): Answer {
  const page = files.get('/')
  return async (request, reply) => {
    const file = fileInText(request)
    if (file !== undefined) return reply.redirect(file)
    return page && asksForPage(request) ? sendFile(request, reply, page) : otherwise(request, reply)
  }
}

const NO_PAGES = /^\/+(api|assets|healthz|readyz|metrics)(\/|$)/i

function asksForPage(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  return /\btext\/html\b/i.test(headers.accept ?? '') && !NO_PAGES.test(pathOf(request))
}

/** Texts for eLabFTW show their files as `app/download.php?f=…`, relative to whichever page shows the text. */
function fileInText(request: FastifyRequest): string | undefined {
  const { method, url } = request
  const path = pathOf(request)
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || !path.endsWith('/app/download.php') || NO_PAGES.test(path)) return undefined
  const name = new URLSearchParams(url.split('?', 2)[1]).get('f')
  return name === null ? undefined : `${API}/files?${new URLSearchParams({ name })}`
}

const CODE_READER = /^\/assets\/read-codes-worker-[^/]*\.js$/

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'], file)
  const etag = encoding ? `"${file.tag}-${encoding}"` : `"${file.tag}"`
  const vary = reply.getHeader('vary')
  const headers = CODE_READER.test(pathOf(request)) ? CODE_READER_HEADERS : INTERFACE_HEADERS
  reply.headers(headers).header('content-type', file.type).header('etag', etag)
  reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
  if (file.isForever) reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  const body = (encoding && file[encoding]) ?? file.plain
  // Fastify drops the body of HEAD only for paths with a route.
  return request.is404 && request.method === 'HEAD'
    ? reply.header('content-length', body.length).send()
    : reply.send(body)
}

/** The smallest encoding that the client accepts. */
function encodingFor(accepted: string | undefined, file: WebFile): 'br' | 'gzip' | undefined {
  const names = (accepted ?? '').split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? [] : [name]
  })
  return (['br', 'gzip'] as const).find((name) => file[name] && names.includes(name))
}
