import { EntityType } from '@aliquot/contract/common'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@aliquot/contract/endpoint'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Client } from '../access/client.ts'
import type { Context } from '../context.ts'
import { clientKey } from '../lib/rate-limit.ts'
import type { EventsAnswer, FileAnswer, PictureAnswer, StreamAnswer } from '../records/answers.ts'
import type { KeyedPage, List } from '../records/page.ts'
import type { IfMatch } from '../records/version.ts'
import type { Written } from '../records/written.ts'
import { type Answer, FastifyAnswer, makeWriter } from './answers/answer.ts'
import { readIfMatch } from './answers/etag.ts'
import { turnsEnd } from './answers/flush-replies-together.ts'
import type { Admit } from './auth/admit.ts'
import { deviceTokenOf, isSecure, sessionTokensOf } from './auth/cookies.ts'
import { ownOriginCheck } from './auth/cross-site.ts'
import { requireDepositBody, requireDepositPath } from './auth/deposit-rules.ts'
import type { RateLimit } from './auth/rate-limit.ts'
import { type Form, formOf } from './requests/form.ts'
import { paramsReader, queryReader, readBody, readOnce, readOnceOfBody } from './requests/input.ts'
import { readReason } from './requests/reason.ts'

export type { Answer } from './answers/answer.ts'

export const API = '/api/v2'

/** The body limit of requests without a sign-in: enough for a form, but not the megabytes of an entry. */
const MOST_PUBLIC_BYTES = 64 * 1024

/** The arguments of a handler. */
export interface Call<E> {
  actor: Actor
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The form instead of the body, if the endpoint accepts one and the client sent one. */
  form: Form | undefined
  ifMatch: IfMatch
  reply: Answer
}

/** The arguments of a public handler, which has no actor. */
export interface PublicCall<E> extends Omit<Call<E>, 'actor' | 'form'> {
  client: Client
}

type Any = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
type Result<E> =
  | StreamAnswer
  | KeyedPage<ReplyOf<E>>
  | (ReplyOf<E> extends (infer Row)[]
      ? List<Row> | List<Written<Row>> | Written<ReplyOf<E>> | ReplyOf<E>
      : ReplyOf<E> | Written<ReplyOf<E>> | readonly [] | FileAnswer | PictureAnswer)
type Content = StreamAnswer | FileAnswer | PictureAnswer | EventsAnswer
type Returned<E> = [ReplyOf<E>] extends [never]
  ? Promise<Content> | Promise<void> | Content | void
  : Promise<Result<E>> | Result<E>
type Before<E> = (actor: Actor, params: ParamsOf<E>) => Promise<unknown>

/** Binds an endpoint of the contract to its handler. */
export interface Route {
  /**
   * `before` runs when the body is refused: a missing or hidden record takes precedence over a wrong body, so a refusal
   * reveals nothing about hidden records.
   */
  <E extends Any>(endpoint: E, handler: (call: Call<E>) => Returned<E>, options?: { before?: Before<E> }): void
  public<E extends Any>(endpoint: E, handler: (call: PublicCall<E>) => Returned<E>): void
}

/** A bound endpoint. The documentation and the whole-table tests list all of them. */
export interface Bound {
  endpoint: Endpoint
  /** Throws the refusal for a missing or hidden record of this path. */
  before?: (actor: Actor, params: unknown) => Promise<unknown>
}

export interface Gate {
  admit: Admit
  limit: RateLimit | undefined
}

export function makeRoute(app: FastifyInstance, ctx: Context, gate: Gate, bound: Bound[]): Route {
  app.decorateRequest('actor')
  const route = <E extends Any>(
    endpoint: E,
    handler: (call: Call<E>) => Returned<E>,
    options: { before?: Before<E> } = {},
  ): void => {
    bound.push({ endpoint, before: options.before as Bound['before'] })
    const readParams = paramsReader(endpoint)
    const readQuery = queryReader(endpoint)
    const write = makeWriter(ctx, endpoint)
    // A callback and not an async function: cached credentials resolve synchronously.
    const admitEarly = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
      const admitted = gate.admit(request, reply)
      const admit = (actor: Actor) => {
        request.actor = actor
        done()
      }
      if (admitted instanceof Promise) admitted.then(admit, done)
      else admit(admitted)
    }
    const handle = async (entityType: string | undefined, request: FastifyRequest, reply: FastifyReply) => {
      const admitted = request.actor ?? gate.admit(request, reply)
      const actor = admitted instanceof Promise ? await admitted : admitted
      request.actor = actor
      const answer = new FastifyAnswer(ctx, request, reply)
      const params = readParams(entityType, request, actor) as ParamsOf<E>
      const query = readQuery(request) as QueryOf<E>
      if (actor.deposit) await requireDepositPath(ctx.db.read, actor, endpoint.name, params, query)
      const before = options.before && (() => options.before?.(actor, params))
      const form = endpoint.form && formOf(request, (content) => readOnce(endpoint, request, actor, content))
      const hasBody = endpoint.method !== 'GET' && !form
      const body = (hasBody ? await readBody(endpoint, request, before) : undefined) as BodyOf<E>
      if (actor.deposit) requireDepositBody(actor, endpoint.name, params, body)
      const asked = form ? undefined : readOnceOfBody(endpoint, request, actor)
      const once = asked instanceof Promise ? await asked : asked
      const ifMatch = readIfMatch(request.headers['if-match'])
      const acting =
        endpoint.method === 'GET' ? actor : { ...actor, ...(once && { once }), reason: readReason(request) }
      const result = await handler({ actor: acting, params, query, body, form, ifMatch, reply: answer })
      const payload = write(request, reply, answer, result, query as object)
      if (typeof payload === 'string' || payload instanceof Buffer) await turnsEnd()
      return payload
    }
    // Before the body is read, so that a stranger cannot make us hold eight megabytes. GET has no body and skips this
    // step.
    bind(app, endpoint, handle, endpoint.method === 'GET' ? {} : { onRequest: admitEarly })
  }
  const requireOwnOrigin = ownOriginCheck(ctx.config, 'auth.other_site_sign_in')
  route.public = <E extends Any>(endpoint: E, handler: (call: PublicCall<E>) => Returned<E>): void => {
    bound.push({ endpoint })
    const readParams = paramsReader(endpoint)
    const readQuery = queryReader(endpoint)
    const write = makeWriter(ctx, endpoint)
    const checkEarly = async (request: FastifyRequest): Promise<void> => {
      gate.limit?.(`address:${clientKey(request.ip)}`)
      requireOwnOrigin(request)
    }
    const handle = async (entityType: string | undefined, request: FastifyRequest, reply: FastifyReply) => {
      const answer = new FastifyAnswer(ctx, request, reply)
      const params = readParams(entityType, request) as ParamsOf<E>
      const query = readQuery(request) as QueryOf<E>
      const body = (await readBody(endpoint, request)) as BodyOf<E>
      const ifMatch = readIfMatch(request.headers['if-match'])
      const result = await handler({ client: clientOf(ctx, request), params, query, body, ifMatch, reply: answer })
      return write(request, reply, answer, result, query as object)
    }
    bind(app, endpoint, handle, { bodyLimit: MOST_PUBLIC_BYTES, onRequest: checkEarly })
  }
  return route
}

function clientOf(ctx: Context, request: FastifyRequest): Client {
  const { cookie, 'user-agent': userAgent = '' } = request.headers
  return {
    address: request.ip,
    userAgent: userAgent.slice(0, 300),
    isSecure: isSecure(ctx.config, request),
    sessions: sessionTokensOf(cookie),
    device: deviceTokenOf(cookie),
  }
}

type Handle = (entityType: string | undefined, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
interface Options {
  onRequest?: onRequestHookHandler | onRequestAsyncHookHandler
  bodyLimit?: number
}

function bind(app: FastifyInstance, endpoint: Endpoint, handle: Handle, options: Options): void {
  const { method } = endpoint
  for (const { path, entityType } of pathsOf(endpoint)) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => handle(entityType, request, reply)
    app.route({ method, url: API + path, handler, config: { operation: endpoint.name }, ...options })
  }
}

/** `:entity_type` becomes one route per type: static paths are faster, and typos become unknown endpoints. */
function pathsOf({ path, aliases = [] }: Endpoint): { path: string; entityType?: string }[] {
  return [path, ...aliases].flatMap((path) =>
    path.includes(':entity_type')
      ? EntityType.options.map((type) => ({ path: path.replace(':entity_type', type), entityType: type }))
      : [{ path }],
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
  }
}
