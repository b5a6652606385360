import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput } from '../../errors.ts'
import { sendError } from '../answers/refusals.ts'
import { ALLOW, VERBS } from '../headers.ts'

/**
 * What is settled before anybody is asked who they are, and before a body is read: the headers of the answer, clients that
 * have gone (where they were is no longer known, and the journal tells that of every change), OPTIONS, verbs that do not
 * exist here, a wrong Host, and paths that no route takes.
 */
export function addFirstChecks(
  app: FastifyInstance,
  setHeaders: (request: FastifyRequest, reply: FastifyReply) => void,
  answerUnknownPath: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  describePath: (request: FastifyRequest) => Record<string, string>,
): void {
  // A callback instead of an async function: this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    if (request.raw.socket.remoteAddress === undefined) {
      done(new InvalidInput('The connection was closed before the request was read'))
    } else if (request.method === 'OPTIONS') {
      reply.code(200).header('allow', ALLOW).headers(describePath(request)).send()
    } else if (!VERBS.has(request.method)) {
      sendError(reply.header('allow', ALLOW), 405, `The method ${request.method} is not used here`)
    } else if (!hasOneHost(request)) {
      done(new InvalidInput('Host: must be given exactly once'))
    } else if (request.is404) {
      answerUnknownPath(request, reply).catch(done)
    } else {
      done()
    }
  })
}

/** Two Host headers may mean two different things to a proxy and to us. HTTP/1.0 knows none. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const { rawHeaders } = raw
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
}
