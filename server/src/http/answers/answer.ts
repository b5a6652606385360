import type { Readable } from 'node:stream'
import type { Endpoint } from '@aliquot/contract/endpoint'
import type fastJson from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { loadLater } from '../../lib/load-later.ts'
import { FileAnswer, PictureAnswer, StreamAnswer } from '../../records/answers.ts'
import type { List } from '../../records/page.ts'
import { KeyedPage } from '../../records/page.ts'
import { type Follower, Stopped } from '../../records/progress.ts'
import { isSecure } from '../auth/cookies.ts'
import { clearedCookies, sessionCookie } from '../auth/session-cookie.ts'
import { baseUrlOf, linkBaseOf } from '../requests/base-url.ts'
import { etagOf, isNotModified } from './etag.ts'
import { disposition, sendFile } from './file-answer.ts'
import { toJsonSchema } from './json-schema.ts'
import { jsonStream, pageHeaders, type Watcher } from './lists.ts'
import type { OpenList } from './open-lists.ts'
import { sendPicture } from './picture-answer.ts'
import { JSON_TYPE } from './refusals.ts'
import { follow } from './send-progress.ts'
import { partStream } from './stream-answer.ts'

/** What a handler can say beyond its return value. */
export interface Answer {
  /** 201: the created resource is at this path below the base address, `api/v2/experiments/5`. */
  created(path: string): void
  /** 201: this is a link that somebody gets sent. */
  link(path: string): void
  /** Version of the returned record, for its ETag. */
  version(version: number): void
  header(name: string, value: string | string[]): void
  /** The session has a new token: the browser gets it. */
  sessionToken(token: string): void
  /** The browser forgets its session, and what it has kept of our answers. */
  signedOut(): void
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string
  /** Aborted when the client goes before it is answered. */
  gone(): AbortSignal
}

export class FastifyAnswer implements Answer {
  readonly #ctx: Context
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #baseUrl: string | undefined
  recordVersion: number | undefined

  constructor(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
    this.#ctx = ctx
    this.#request = request
    this.#reply = reply
    // Before anything changes: the address depends on what the client sent, and may be refused.
    if (request.method !== 'GET') this.#baseUrl = baseUrlOf(ctx, request)
  }
  get baseUrl(): string {
    this.#baseUrl ??= baseUrlOf(this.#ctx, this.#request)
    return this.#baseUrl
  }
  created(path: string): void {
    this.#reply.header('location', `${this.baseUrl}/${path}`)
  }
  link(path: string): void {
    this.#reply.header('location', `${linkBaseOf(this.#ctx, this.#request)}/${path}`)
  }
  version(version: number): void {
    this.recordVersion = version
  }
  header(name: string, value: string | string[]): void {
    this.#reply.header(name, value)
  }
  gone(): AbortSignal {
    const { raw } = this.#reply
    const leaving = new AbortController()
    if (raw.destroyed) leaving.abort()
    raw.once('close', () => {
      if (!raw.writableEnded) leaving.abort()
    })
    return leaving.signal
  }
  sessionToken(token: string): void {
    const { config } = this.#ctx
    this.#reply.header('set-cookie', sessionCookie(config, isSecure(config, this.#request), token))
  }
  signedOut(): void {
    // Not `storage`: text that was not saved yet is there.
    this.#reply.header('clear-site-data', '"cache"')
    this.#reply.header('set-cookie', clearedCookies(isSecure(this.#ctx.config, this.#request)))
  }
}

/** The part of a query that lists have in common. */
interface PageAsked {
  limit?: number
  offset?: number
}

/** Sends an endpoint's result. What it returns is the payload, if Fastify shall send that. */
export type Writer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FastifyAnswer,
  result: unknown,
  asked: PageAsked | undefined,
) => string | Readable | undefined | Promise<Readable | undefined>

/** How the endpoint's result becomes an answer. */
export function makeWriter(ctx: Context, endpoint: Endpoint): Writer {
  const { reply: schema, status, noStore } = endpoint
  if (endpoint.content) return (request, reply, _answer, result) => sendContent(ctx, request, reply, result)
  if (!schema) {
    return (_request, reply) => {
      reply.code(status).send()
      return undefined
    }
  }
  let compiled: Serialiser | undefined
  return (request, reply, answer, result, asked) => {
    compiled ??= provideSerialiser(schema, ctx.config.CHECK_REPLIES)
    const { all, row } = compiled
    reply.code(status).header('content-type', JSON_TYPE)
    if (noStore) reply.header('cache-control', 'no-store')
    if (isList(result)) {
      const { limit = 0, offset = 0 } = asked ?? {}
      // Links to the neighbouring pages only exist with a limit, and only they need the address.
      const url = limit > 0 ? answer.baseUrl + targetOf(request) : ''
      const headers = pageHeaders(result, url, { limit, offset })
      for (const name in headers) reply.header(name, headers[name])
      if (result instanceof KeyedPage) return all(result.record)
      if ('rows' in result) return all(result.rows)
      const { stream, follower } = result
      const open = (list: Watched) => jsonStream(hold(ctx, list, stream), row, undefined, list)
      return openStream(ctx, request, reply, open, follower)
    }
    if (isContent(result)) return sendContent(ctx, request, reply, result)
    if (endpoint.orEmptyList && Array.isArray(result)) return '[]'
    const text = all(result)
    if (endpoint.list || status !== 200) return text
    const etag = etagOf(answer.recordVersion, text)
    reply.header('etag', etag)
    if (endpoint.method === 'GET' && isNotModified(request.headers['if-none-match'], etag)) {
      reply.code(304).send()
      return undefined
    }
    return text
  }
}

type Content = FileAnswer | PictureAnswer | StreamAnswer

function isContent(result: unknown): result is Content {
  return result instanceof FileAnswer || result instanceof PictureAnswer || result instanceof StreamAnswer
}

function sendContent(ctx: Context, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  if (result instanceof FileAnswer) return sendFile(ctx, request, reply, result)
  if (result instanceof PictureAnswer) return sendPicture(request, reply, result)
  if (result instanceof StreamAnswer) return sendStream(ctx, request, reply, result)
  throw new TypeError('an endpoint that answers a file must return one')
}

const serialiserCompiler = loadLater<typeof fastJson>('fast-json-stringify')

interface Serialiser {
  /** A whole result. */
  all(result: unknown): string
  /** One row of a list. */
  row(value: unknown): string
}

const serialisers = new WeakMap<z.ZodType, Serialiser>()

/**
 * Compiled from the contract with the first answer: there are a hundred endpoints, most of which a process never needs,
 * and each costs milliseconds and a quarter of a megabyte. Kept for everybody who answers with the same schema.
 */
function provideSerialiser(schema: z.ZodType, isChecked: boolean): Serialiser {
  const known = serialisers.get(schema) ?? compileSerialiser(schema)
  serialisers.set(schema, known)
  return isChecked ? checking(schema, known) : known
}

function compileSerialiser(schema: z.ZodType): Serialiser {
  const json = toJsonSchema(schema, 'output')
  const compile = serialiserCompiler()
  const all = compile(json as fastJson.AnySchema)
  const row = json.items ? compile(json.items as fastJson.AnySchema) : all
  return { all, row }
}

function checking(schema: z.ZodType, { all, row }: Serialiser): Serialiser {
  const rowSchema = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined
  return {
    all: (result) => {
      schema.parse(result)
      return all(result)
    },
    row: (value) => {
      rowSchema?.parse(value)
      return row(value)
    },
  }
}

type Watched = OpenList & Watcher

/** Returned rather than sent: a handler that returns nothing before the first byte is answered for, with nothing. */
function openStream(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (list: Watched) => Readable,
  follower?: Follower,
): Readable | undefined {
  // The length of a stream is unknown without reading all of it, so HEAD does not start.
  if (request.method === 'HEAD') {
    reply.send()
    return undefined
  }
  const userid = request.actor?.userid ?? 0
  const stream = open({ userid, waitingSince: undefined, cutOff: () => {}, sent: follower?.sent })
  if (follower) follow(follower, stream, reply.raw)
  stream.once('error', (error) => {
    // Before the first byte it becomes an error answer like any other; after it the client sees a cut connection.
    if (reply.raw.headersSent && !(error instanceof Stopped))
      ctx.log.error({ err: error, reqId: request.id }, 'a list broke off')
  })
  return stream
}

/** A file that is made on the way. It takes a place among the open lists, of which everybody has a few. */
function sendStream(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, kind, name, parts, total, follower }: StreamAnswer,
): Readable | undefined {
  reply
    .header('content-type', type)
    .header('content-disposition', disposition(kind, name, true))
    .header('cache-control', 'no-store')
    .header('last-modified', new Date(ctx.now()).toUTCString())
    // A proxy that collects all of it first would need room for all of it.
    .header('x-accel-buffering', 'no')
    .headers(pageHeaders({ rows: [], ...total }, '', { limit: 0, offset: 0 }))
  return openStream(ctx, request, reply, (list) => partStream(hold(ctx, list, parts), list), follower)
}

function hold<Row>(ctx: Context, list: OpenList, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  return ctx.openLists.hold(list, rows)
}

/** Path and query. Some programs, those made for proxies, send the whole address in their place. */
function targetOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.replace(/^https?:\/\/[^/?]*/i, '')
}

function isList(result: unknown): result is List<unknown> | KeyedPage<unknown> {
  return typeof result === 'object' && result !== null && ('rows' in result || 'stream' in result)
}
