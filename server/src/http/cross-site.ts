import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.ts'

/**
 * Refuses a change that a page of another origin makes with the visitor's cookie. Browsers say where a request comes from
 * in a header that pages cannot set; programs do not send it. `none` is the visitor's own doing.
 */
export function requireOwnOrigin({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new Forbidden('Another site may not change anything with your session')
  }
}
