import Fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { agentRoutes } from './features/agents/agents.routes.ts'
import { apikeyRoutes } from './features/apikeys/apikeys.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { healthCheckRoutes } from './features/audit/health.routes.ts'
import { changesRoutes } from './features/changes/changes.routes.ts'
import { codeRoutes } from './features/codes/codes.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { configRoutes } from './features/config/config.routes.ts'
import { serveDocs } from './features/docs/docs.routes.ts'
import { entityRoutes } from './features/entries/entries.routes.ts'
import { entityListRoutes } from './features/entry-lists/entry-lists.routes.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { extraFieldRoutes } from './features/extra-fields/extra-fields.routes.ts'
import { favtagRoutes } from './features/favtags/favtags.routes.ts'
import { followRoutes } from './features/follows/follows.routes.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { serveHealth } from './features/instance/health.routes.ts'
import { instanceRoutes } from './features/instance/instance.routes.ts'
import { serveMetrics } from './features/instance/metrics.routes.ts'
import { labelRoutes } from './features/labels/labels.routes.ts'
import { linkRoutes } from './features/links/links.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { serveUnsubscribe } from './features/mail/mail.unsubscribe-page.ts'
import { mentionRoutes } from './features/mentions/mentions.routes.ts'
import { moveInRoutes } from './features/move-ins/move-ins.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { requestActionRoutes } from './features/request-actions/request-actions.routes.ts'
import {
  describeResumableUploads,
  serveResumableUploads,
} from './features/resumable-uploads/resumable-uploads.routes.ts'
import { revisionRoutes } from './features/revisions/revisions.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { sharedRoutes } from './features/shared/shared.routes.ts'
import { stepRoutes } from './features/steps/steps.routes.ts'
import { storedExportRoutes } from './features/stored-exports/stored-exports.routes.ts'
import { tagRoutes } from './features/tags/tags.routes.ts'
import { teamTagRoutes } from './features/tags/team-tags.routes.ts'
import { teamgroupRoutes } from './features/teamgroups/teamgroups.routes.ts'
import { teamRoutes } from './features/teams/teams.routes.ts'
import { timelineRoutes } from './features/timeline/timeline.routes.ts'
import { todolistRoutes } from './features/todolist/todolist.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { answerError } from './http/answers/refusals.ts'
import { makeAdmit } from './http/auth/admit.ts'
import { openRateLimit } from './http/auth/rate-limit.ts'
import { clientErrorHandler, coverNodeDefaults } from './http/broken-requests.ts'
import { headerSetter, nextRequestId } from './http/headers.ts'
import { logRequest, logRequests } from './http/request-log.ts'
import { addFirstChecks } from './http/requests/first-checks.ts'
import { type Bound, makeRoute, type Route } from './http/route.ts'
import { unknownPathAnswer } from './http/unknown-paths.ts'
import { pagesOr, serveWeb } from './http/web-files.ts'
import type { WebFiles } from './web/stored-files.ts'

const MOST_BODY_BYTES = 8 * 1024 * 1024
const MOST_HEADER_BYTES = 16 * 1024

/** The contract validates and serialises instead of Fastify, whose compilers are therefore not loaded. */
const NO_COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('Schemas are bound by route(), from the contract')
}

/** Binds the endpoints of one feature. */
export type Feature = (route: Route, ctx: Context) => void

const features: readonly Feature[] = [
  instanceRoutes,
  configRoutes,
  apikeyRoutes,
  agentRoutes,
  entityRoutes,
  entityListRoutes,
  exportRoutes,
  storedExportRoutes,
  importRoutes,
  codeRoutes,
  moveInRoutes,
  commentRoutes,
  mentionRoutes,
  uploadRoutes,
  tagRoutes,
  stepRoutes,
  linkRoutes,
  requestActionRoutes,
  followRoutes,
  todolistRoutes,
  timelineRoutes,
  revisionRoutes,
  sharedRoutes,
  userRoutes,
  notificationRoutes,
  mailRoutes,
  teamRoutes,
  teamTagRoutes,
  teamgroupRoutes,
  labelRoutes,
  viewRoutes,
  favtagRoutes,
  extraFieldRoutes,
  sessionRoutes,
  setupRoutes,
  changesRoutes,
  webhookRoutes,
  auditRoutes,
  healthCheckRoutes,
]

/**
 * Builds the whole service without a socket. `more` adds endpoints for tests and measurements. Without `web` there is
 * only the API.
 */
export function buildApp(ctx: Context, more: readonly Feature[] = [], web?: WebFiles): FastifyInstance {
  const setHeaders = headerSetter(ctx.config)
  const app = Fastify({
    bodyLimit: MOST_BODY_BYTES,
    // A client that sends headers or a body too slowly is cut off; one that reads slowly keeps its connection for as
    // long as it reads.
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    // Requests that still arrive during a shutdown are answered as usual, and their connection is closed.
    return503OnClosing: false,
    genReqId: nextRequestId,
    trustProxy: ctx.config.TRUST_PROXY.length > 0 ? ctx.config.TRUST_PROXY : false,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: MOST_HEADER_BYTES },
    http: {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 1_000,
      // addFirstChecks refuses a missing Host with our error body.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    clientErrorHandler: clientErrorHandler(ctx),
    frameworkErrors: (error, request, reply) => {
      setHeaders(request as never, reply as never)
      answerError(ctx, error, request as never, reply as never)
      logRequest(ctx, request as never, reply as never)
    },
  })
  coverNodeDefaults(app, ctx)
  keepBodiesRaw(app)
  app.setErrorHandler((error, request, reply) => answerError(ctx, error, request, reply))

  const bound: Bound[] = []
  const limit = openRateLimit(ctx.config.RATE_LIMIT)
  const admit = makeAdmit(ctx, limit)
  // First, so that refused requests are counted too.
  if (ctx.config.METRICS) serveMetrics(app, ctx)
  const answerUnknownPath = unknownPathAnswer(admit, bound)
  const answerNoRoute = web ? pagesOr(web, answerUnknownPath) : answerUnknownPath
  addFirstChecks(app, ctx.config, setHeaders, answerNoRoute, (request) => describeResumableUploads(ctx, request))
  logRequests(app, ctx)

  const route = makeRoute(app, ctx, { admit, limit }, bound)
  for (const bindFeature of [...features, ...more]) bindFeature(route, ctx)
  serveResumableUploads(app, ctx, admit)
  serveHealth(app, ctx)
  serveUnsubscribe(app, ctx)
  serveDocs(app, bound)
  if (web) serveWeb(app, web)
  // Whoever waits for changes is answered at once, and can wait elsewhere.
  app.addHook('preClose', async () => {
    ctx.feed.close()
    ctx.streams.close()
    await ctx.moveIns.close()
  })
  app.decorate('bound', bound)
  return app
}

/** Routes parse bodies themselves, after authentication and after the record was found. */
function keepBodiesRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Handlers read forms as they arrive.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  // JSON is registered by name: for other types Fastify parses the header again at each request.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All bound endpoints. */
    bound: readonly Bound[]
  }
}
