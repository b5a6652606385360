import Fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { addHeaders, nextRequestId } from './http/headers.ts'
import { answerError } from './http/refusals.ts'
import { logRequests } from './http/request-log.ts'
import { type Bound, makeRoute, type Route } from './http/route.ts'
import { answerUnknownPaths } from './http/unknown-paths.ts'

const MOST_BODY_BYTES = 8 * 1024 * 1024

/** Every feature, bound by its routes file. */
const features: readonly ((route: Route, ctx: Context) => void)[] = []

/** The whole service, without a socket. */
export function buildApp(ctx: Context): FastifyInstance {
  const app = Fastify({
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    genReqId: nextRequestId,
    trustProxy: ctx.config.TRUST_PROXY.length > 0 ? ctx.config.TRUST_PROXY : false,
    disableRequestLogging: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    http: { maxHeaderSize: 16 * 1024 },
    frameworkErrors: (error, request, reply) => void answerError(ctx, error, request as never, reply as never),
  })
  keepBodiesRaw(app)
  addHeaders(app, ctx)
  logRequests(app, ctx)
  app.setErrorHandler((error, request, reply) => answerError(ctx, error, request, reply))

  const bound: Bound = { endpoints: [] }
  const route = makeRoute(app, ctx, bound)
  for (const bindFeature of features) bindFeature(route, ctx)
  answerUnknownPaths(app, ctx, bound)
  return app
}

/** Bodies are decoded by the routes, after authentication and after the record has been found. */
function keepBodiesRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
