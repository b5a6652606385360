import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Forbidden, type PlainCode } from '../../errors.ts'

/**
 * Refuses a change that a page of another origin makes with the visitor's cookie. Browsers name the origin in headers
 * that pages cannot set; programs do not send them. Over plain http, except on localhost, browsers send only `Origin`.
 */
export function ownOriginCheck(
  { BASE_URL, CORS_ORIGINS }: Config,
  reason: PlainCode = 'auth.other_site',
): (request: FastifyRequest) => void {
  const welcome = new Set([...(BASE_URL ? [BASE_URL] : []), ...CORS_ORIGINS].map((url) => URL.parse(url)?.origin))
  return (request) => {
    const { method, headers } = request
    if (method === 'GET' || method === 'HEAD') return
    const { origin, 'sec-fetch-site': site } = headers
    const isOwn = site === undefined ? isSameHost(request, origin, welcome) : site === 'same-origin' || site === 'none'
    if (!isOwn) throw new Forbidden(reason)
  }
}

/** Ignores the scheme, because a proxy in front may speak https for us. */
function isSameHost(request: FastifyRequest, origin: string | undefined, welcome: ReadonlySet<unknown>): boolean {
  if (origin === undefined) return true
  const url = URL.parse(origin)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return false
  return welcome.has(url.origin) || url.host === URL.parse(`${url.protocol}//${request.host}`)?.host
}
