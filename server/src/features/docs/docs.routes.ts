import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified } from '../../http/answers/etag.ts'
import { JSON_TYPE } from '../../http/answers/refusals.ts'
import { PAGE_HEADERS } from '../../http/page-headers.ts'
import { API, type Bound } from '../../http/route.ts'
import { docsPage } from './docs-page.ts'
import { describeApi } from './openapi.ts'
import type { OpenApi } from './openapi-document.ts'

/** The API description, for machines and as a page. Public, like the shape of the API. */
export function serveDocs(app: FastifyInstance, bound: readonly Bound[]): void {
  // Built on first use, so that the start does not wait for it.
  let known: OpenApi | undefined
  const api = () => {
    known ??= describeApi(bound.map(({ endpoint }) => endpoint))
    return known
  }
  serve(app, `${API}/openapi.json`, JSON_TYPE, () => JSON.stringify(api()))
  serve(app, '/api/docs', 'text/html; charset=utf-8', () => docsPage(api()))
  serve(app, '/api/docs/docs.css', 'text/css; charset=utf-8', () => asset('docs.css'))
  serve(app, '/api/docs/docs.js', 'text/javascript; charset=utf-8', () => asset('docs.js'))
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** Serves a text that never changes while the server runs. */
function serve(app: FastifyInstance, url: string, type: string, make: () => string): void {
  let text: string | undefined
  let etag = ''
  app.get(url, (request: FastifyRequest, reply: FastifyReply) => {
    if (text === undefined) {
      text = make()
      etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`
    }
    reply.headers(PAGE_HEADERS).header('content-type', type).header('etag', etag)
    return isNotModified(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(text)
  })
}
