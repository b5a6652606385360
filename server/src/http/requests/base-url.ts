import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * The address of the service as the client knows it: the configured one, or what the request itself was sent to, so that
 * a `Location` can be compared with it. Nothing that outlives the request (an e-mail) may be built from the latter.
 */
export function baseUrlOf(ctx: Context, request: FastifyRequest): string {
  if (ctx.config.BASE_URL) return ctx.config.BASE_URL
  const host = request.host
  if (!HOST.test(host)) throw new InvalidInput('Host: is not a valid host name')
  return `${request.protocol}://${host}`
}
