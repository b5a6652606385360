import { hash } from 'node:crypto'
import { EntityType, type Paging } from '@aliquot/contract/common'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@aliquot/contract/endpoint'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { Forbidden, InvalidInput } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { baseUrlOf } from './base-url.ts'
import { parseInput, readBody } from './body.ts'
import { etagOf, type IfMatch, isNotModified, readIfMatch } from './etag.ts'
import { toJsonSchema } from './json-schema.ts'
import { jsonStream, type List, pageHeaders } from './lists.ts'

export const API = '/api/v2'

/** What a handler is called with. */
export interface Call<E> {
  actor: Actor
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  ifMatch: IfMatch
  reply: Answer
}

/** What a public handler is called with: nobody is known yet. */
export interface PublicCall<E> extends Omit<Call<E>, 'actor'> {
  client: { address: string; userAgent: string; isSecure: boolean }
}

/** What a handler can say beyond its return value. */
export interface Answer {
  /** 201: the created resource is at this path below the base address, `api/v2/experiments/5`. */
  created(path: string): void
  /** Version of the returned record, for its ETag. */
  version(version: number): void
  header(name: string, value: string): void
  /** Public address of the service, without a slash at the end. */
  baseUrl: string
}

type Any = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
type Result<E> = ReplyOf<E> extends (infer Row)[] ? List<Row> | ReplyOf<E> : ReplyOf<E>
type Returned<E> = [ReplyOf<E>] extends [never] ? Promise<void> | void : Promise<Result<E>> | Result<E>

/** Binds an endpoint of the contract to its handler. */
export interface Route {
  /**
   * `before` is asked when the body is refused: a missing or hidden record outranks a wrong body, so that a refusal
   * tells nothing about records one may not see.
   */
  <E extends Any>(
    endpoint: E,
    handler: (call: Call<E>) => Returned<E>,
    options?: { before?: (actor: Actor, params: ParamsOf<E>) => Promise<unknown> },
  ): void
  public<E extends Any>(endpoint: E, handler: (call: PublicCall<E>) => Returned<E>): void
}

/** Every endpoint that has been bound, in order: what the documentation and the whole-table tests walk. */
export interface Bound {
  endpoints: Endpoint[]
}

export function makeRoute(app: FastifyInstance, ctx: Context, bound: Bound): Route {
  const route = <E extends Any>(
    endpoint: E,
    handler: (call: Call<E>) => Returned<E>,
    options: { before?: (actor: Actor, params: ParamsOf<E>) => Promise<unknown> } = {},
  ): void => {
    bind(app, ctx, bound, endpoint, {
      async onRequest(request) {
        const actor = await authenticate(ctx, request.headers, request.ip)
        if (!actor.canWrite && endpoint.method !== 'GET') throw new Forbidden('This API key is read-only')
        request.actor = actor
      },
      async run(request, call) {
        const actor = actorOf(request)
        const params = readParams(endpoint, request, actor)
        const query = readQuery(endpoint, request)
        const body = await readBodyAfter(endpoint, request, () => options.before?.(actor, params as ParamsOf<E>))
        const once = readOnce(endpoint, request, actor)
        return handler({ ...call, actor: once ? { ...actor, once } : actor, params, query, body } as Call<E>)
      },
    })
  }
  route.public = <E extends Any>(endpoint: E, handler: (call: PublicCall<E>) => Returned<E>): void => {
    bind(app, ctx, bound, endpoint, {
      async run(request, call) {
        const params = readParams(endpoint, request)
        const query = readQuery(endpoint, request)
        const body = await readBodyAfter(endpoint, request, () => undefined)
        const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
        const client = { address: request.ip, userAgent, isSecure: request.protocol === 'https' }
        return handler({ ...call, client, params, query, body } as PublicCall<E>)
      },
    })
  }
  return route
}

interface Binding {
  onRequest?(request: FastifyRequest): Promise<void>
  run(request: FastifyRequest, call: { ifMatch: IfMatch; reply: Answer }): Promise<unknown>
}

function bind(app: FastifyInstance, ctx: Context, bound: Bound, endpoint: Endpoint, binding: Binding): void {
  bound.endpoints.push(endpoint)
  const write = replyWriter(ctx, endpoint)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = new FastifyAnswer(reply, baseUrlOf(ctx, request))
    const ifMatch = readIfMatch(request.headers['if-match'])
    const result = await binding.run(request, { ifMatch, reply: answer })
    return write(request, reply, answer, result)
  }
  for (const path of pathsOf(endpoint)) {
    const { onRequest } = binding
    app.route({ method: endpoint.method, url: API + path, handler, ...(onRequest && { onRequest }) })
  }
}

class FastifyAnswer implements Answer {
  readonly baseUrl: string
  readonly #reply: FastifyReply
  recordVersion: number | undefined

  constructor(reply: FastifyReply, baseUrl: string) {
    this.#reply = reply
    this.baseUrl = baseUrl
  }
  created(path: string): void {
    this.#reply.header('location', `${this.baseUrl}/${path}`)
  }
  version(version: number): void {
    this.recordVersion = version
  }
  header(name: string, value: string): void {
    this.#reply.header(name, value)
  }
}

/** How the endpoint's result becomes an answer. The serialisers are compiled from the contract, once. */
function replyWriter(ctx: Context, endpoint: Endpoint) {
  const { reply: schema, status } = endpoint
  if (!schema) {
    return (_request: FastifyRequest, reply: FastifyReply) => reply.code(status).send()
  }
  const json = toJsonSchema(schema, 'output')
  const stringify = fastJson(json as fastJson.AnySchema)
  const stringifyRow = json.items ? fastJson(json.items as fastJson.AnySchema) : stringify
  const check = ctx.config.CHECK_REPLIES ? (value: unknown) => schema.parse(value) : undefined

  return (request: FastifyRequest, reply: FastifyReply, answer: FastifyAnswer, result: unknown) => {
    reply.code(status).type('application/json; charset=utf-8')
    if (isList(result)) {
      if ('stream' in result) return reply.send(jsonStream(result.stream, stringifyRow))
      check?.(result.rows)
      const { limit = 0, offset = 0 } = request.parsedQuery ?? {}
      reply.headers(pageHeaders(result, answer.baseUrl + request.originalUrl, { limit, offset }))
      return reply.send(stringify(result.rows))
    }
    check?.(result)
    const text = stringify(result)
    if (endpoint.list || status !== 200) return reply.send(text)
    const etag = etagOf(answer.recordVersion, text)
    reply.header('etag', etag)
    if (endpoint.method === 'GET' && isNotModified(request.headers['if-none-match'], etag))
      return reply.code(304).send()
    return reply.send(text)
  }
}

function isList(result: unknown): result is List<unknown> {
  return typeof result === 'object' && result !== null && ('rows' in result || 'stream' in result)
}

function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('An endpoint ran without authentication')
  return request.actor
}

function readParams(endpoint: Endpoint, request: FastifyRequest, actor?: Actor): unknown {
  if (!endpoint.params) return undefined
  const given: Record<string, unknown> = { ...(request.params as object) }
  if (given.id === 'me' && actor) given.id = String(actor.userid)
  if (given.id === 'current' && actor) given.id = String(actor.team)
  const config = request.routeOptions.url ?? ''
  if (endpoint.path.includes(':entity_type')) given.entity_type = config.slice(API.length + 1).split('/')[0]
  return parseInput(endpoint.params, given, 'id')
}

function readQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.query) return undefined
  const query = parseInput(endpoint.query, request.query, 'query')
  request.parsedQuery = query as Partial<Paging>
  return query
}

async function readBodyAfter(endpoint: Endpoint, request: FastifyRequest, before: () => unknown): Promise<unknown> {
  try {
    return readBody(endpoint, request.headers['content-type'], request.body as Buffer | undefined)
  } catch (error) {
    await before()
    throw error
  }
}

const MOST_KEY_LENGTH = 255

function readOnce(endpoint: Endpoint, request: FastifyRequest, actor: Actor): Actor['once'] {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > MOST_KEY_LENGTH) {
    throw new InvalidInput(`Idempotency-Key: must have 1 to ${MOST_KEY_LENGTH} characters`)
  }
  const body = (request.body as Buffer | undefined)?.toString('base64') ?? ''
  return {
    keyHash: hash('sha256', JSON.stringify([actor.userid, actor.team, key])),
    requestHash: hash('sha256', JSON.stringify([endpoint.name, request.params, body])),
  }
}

/** `:entity_type` becomes one route for each exposed type: static paths are faster, and typos are unknown endpoints. */
function pathsOf(endpoint: Endpoint): string[] {
  if (!endpoint.path.includes(':entity_type')) return [endpoint.path]
  return EntityType.options.map((type) => endpoint.path.replace(':entity_type', type))
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
    parsedQuery?: Partial<Paging>
  }
}
