import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { findProblems } from './readiness.ts'

/** For monitoring. Public, because it only tells whether the service works. */
export function serveHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const problems = await findProblems(ctx)
    reply.header('cache-control', 'no-store')
    if (problems.length === 0) return { status: 'ready' }
    reply.code(503).header('retry-after', '5')
    return { code: 503, message: 'The service is not ready', description: problems.join('; ') }
  })
}
