import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { InvalidInput, Misdirected } from '../../errors.ts'
import { pathOf, sendError } from '../answers/refusals.ts'
import { ALLOW, VERBS } from '../headers.ts'
import { keepAddresses } from './forwarded.ts'
import { hostTest, namesHosts } from './trusted-hosts.ts'

/**
 * What is settled before anybody is asked who they are, and before a body is read: the headers of the answer, clients that
 * have gone (where they were is no longer known, and the journal tells that of every change), OPTIONS, verbs that do not
 * exist here, a wrong Host, and paths that no route takes.
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
  // A callback instead of an async function: this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    if (isBehindProxy) keepAddresses(request.raw)
    setHeaders(request, reply)
    if (request.raw.socket.remoteAddress === undefined) {
      done(new InvalidInput('The connection was closed before the request was read'))
    } else if (request.method === 'OPTIONS') {
      reply.code(200).header('allow', ALLOW).headers(describePath(request)).send()
    } else if (!VERBS.has(request.method)) {
      sendError(reply.header('allow', ALLOW), 405, `The method ${request.method} is not used here`)
    } else if (countOf(request, 'host') !== 1 && !isWithoutHost(request)) {
      done(new InvalidInput('Host: must be given exactly once'))
    } else if (request.headers.authorization !== undefined && countOf(request, 'authorization') > 1) {
      done(new InvalidInput('Authorization: must be given only once'))
    } else if (isOurs && !isOurs(request.host ?? '') && !FOR_OPERATORS.has(pathOf(request))) {
      done(new Misdirected('Host: this service has another name, see BASE_URL and TRUSTED_HOSTS'))
    } else if (request.is404) {
      answerUnknownPath(request, reply).catch(done)
    } else {
      done()
    }
  })
}

/** Asked by programs that watch the service, under whatever name they know the machine by. They tell nobody anything. */
const FOR_OPERATORS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Two headers of a name may mean two different things to a proxy and to us. */
function countOf({ raw }: FastifyRequest, wanted: string): number {
  const { rawHeaders } = raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) count++
  }
  return count
}

/** HTTP/1.0 knows none. */
function isWithoutHost(request: FastifyRequest): boolean {
  return request.raw.httpVersion === '1.0' && countOf(request, 'host') === 0
}
