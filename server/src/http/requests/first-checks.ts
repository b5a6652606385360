import { say } from '@aliquot/contract/refusals/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { InvalidInput, Misdirected, Refusal } from '../../errors.ts'
import { pathOf, sendRefusal } from '../answers/refusals.ts'
import { ALLOW, VERBS } from '../headers.ts'
import { keepAddresses } from './forwarded.ts'
import { hostTest, namesHosts } from './trusted-hosts.ts'

/**
 * Checks before authentication and before a body is read: answer headers, clients that have gone (their address is no
 * longer known, and the journal records it with every change), OPTIONS, unknown verbs, a wrong Host, and paths without
 * a route.
 */
export function addFirstChecks(
  app: FastifyInstance,
  config: Config,
  setHeaders: (request: FastifyRequest, reply: FastifyReply) => void,
  answerUnknownPath: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  describePath: (request: FastifyRequest) => Record<string, string>,
): void {
  const isOurs = namesHosts(config) ? hostTest(config) : undefined
  const isBehindProxy = config.TRUST_PROXY.length > 0
  // A callback and not an async function, because this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    if (isBehindProxy) keepAddresses(request.raw)
    setHeaders(request, reply)
    if (request.raw.socket.remoteAddress === undefined) {
      done(new InvalidInput('request.closed'))
    } else if (request.method === 'OPTIONS') {
      reply.code(200).header('allow', ALLOW).headers(describePath(request)).send()
    } else if (!VERBS.has(request.method)) {
      const refusal = new Refusal(405, say('request.unused_method', { method: request.method }))
      sendRefusal(reply.header('allow', ALLOW), refusal)
    } else if (countOf(request, 'host') !== 1 && !isWithoutHost(request)) {
      done(new InvalidInput('request.exactly_once', { field: 'Host' }))
    } else if (request.headers.authorization !== undefined && countOf(request, 'authorization') > 1) {
      done(new InvalidInput('request.once', { field: 'Authorization' }))
    } else if (isOurs && !isOurs(request.host ?? '') && !FOR_OPERATORS.has(pathOf(request))) {
      done(new Misdirected('request.other_host', { field: 'Host' }))
    } else if (request.is404) {
      answerUnknownPath(request, reply).catch(done)
    } else {
      done()
    }
  })
}

/** Monitoring calls these under any host name of the machine. They reveal nothing. */
const FOR_OPERATORS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A proxy and we might read repeated headers differently. */
function countOf({ raw }: FastifyRequest, wanted: string): number {
  const { rawHeaders } = raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) count++
  }
  return count
}

/** HTTP/1.0 has no Host header. */
function isWithoutHost(request: FastifyRequest): boolean {
  return request.raw.httpVersion === '1.0' && countOf(request, 'host') === 0
}
