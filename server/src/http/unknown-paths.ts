import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Forbidden } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { pathOf, sendError } from './refusals.ts'
import { API, type Bound } from './route.ts'

const VERBS = ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Answers what no route took: wrong verbs, unknown endpoints, and everything outside the API. */
export function answerUnknownPaths(app: FastifyInstance, ctx: Context, bound: Bound): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request).replace(/\/{2,}/g, '/')
    if (!VERBS.includes(request.method)) {
      reply.header('allow', VERBS.join(', '))
      return sendError(reply, 405, `The method ${request.method} is not used here`)
    }
    if (!path.startsWith(`${API}/`)) return sendError(reply, 404, 'There is nothing at this address')
    const actor = await authenticate(ctx, request.headers, request.ip)
    if (!actor.canWrite && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Forbidden('This API key is read-only')
    }
    const [message, known] = explain(
      bound,
      path
        .slice(API.length + 1)
        .split('/')
        .filter(Boolean),
    )
    return sendError(reply, 400, message, known.length > 0 ? `Known: ${known.join(', ')}` : '')
  })
}

/** What is wrong with the path, and what would be right in its place. */
function explain(bound: Bound, segments: readonly string[]): [message: string, known: string[]] {
  const paths = bound.endpoints.map((endpoint) => endpoint.path.split('/').slice(1))
  const [endpoint = '', , submodel] = segments
  const under = paths.filter(
    ([first]) => first === endpoint || (first === ':entity_type' && endpoint === 'experiments'),
  )
  if (under.length === 0) return [`Unknown endpoint: ${endpoint || '(none)'}`, namesAt(paths, 0)]
  if (submodel && !under.some((path) => path[2] === submodel)) {
    return [`Unknown submodel of ${endpoint}: ${submodel}`, namesAt(under, 2)]
  }
  return ['This method is not available for this resource', []]
}

function namesAt(paths: readonly string[][], position: number): string[] {
  const names = paths.map((path) => path[position]).filter((name) => name !== undefined && !name.startsWith(':'))
  return [...new Set(names as string[])].sort()
}
