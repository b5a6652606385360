import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { hostTest } from './trusted-hosts.ts'

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * The address of the service as the client knows it: the configured one, or the one the request was sent to, so that a
 * `Location` matches it. Nothing that outlives the request (an e-mail) may be built from the latter.
 */
export function baseUrlOf(ctx: Context, request: FastifyRequest): string {
  if (ctx.config.BASE_URL) return ctx.config.BASE_URL
  const host = request.host
  if (!HOST.test(host)) throw new InvalidInput('request.bad_host', { field: 'Host' })
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

/**
 * The start of a link that is handed on. Without BASE_URL it leaves out a host name that anybody could have put into
 * the request; whoever made the link completes it with the address they see.
 */
export function linkBaseOf(ctx: Context, request: FastifyRequest): string {
  return ctx.config.BASE_URL || hostTest(ctx.config)(request.host) ? baseUrlOf(ctx, request) : ''
}
