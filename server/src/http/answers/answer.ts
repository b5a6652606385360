import type { Readable } from 'node:stream'
import type { Endpoint } from '@aliquot/contract/endpoint'
import type fastJson from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { loadLater } from '../../lib/loading/load-later.ts'
import { EventsAnswer, FileAnswer, PictureAnswer, StreamAnswer } from '../../records/answers.ts'
import type { List } from '../../records/page.ts'
import { KeyedPage } from '../../records/page.ts'
import { type Follower, Stopped } from '../../records/progress.ts'
import { Written } from '../../records/written.ts'
import { isSecure } from '../auth/cookies.ts'
import { clearedCookies, sessionCookie } from '../auth/session-cookie.ts'
import { baseUrlOf, linkBaseOf } from '../requests/base-url.ts'
import { etagFrom, etagOf, isNotModified } from './etag.ts'
import { sendEvents } from './events-answer.ts'
import { disposition, sendFile } from './file-answer.ts'
import { toJsonSchema } from './json-schema.ts'
import { jsonStream, pageHeaders, type Watcher } from './lists.ts'
import { areLongRows, encodeLong, encodeRows, hasManyRows, isLongAnswer, type LongAnswer } from './long-answer.ts'
import type { OpenList } from './open-lists.ts'
import { sendPicture } from './picture-answer.ts'
import { JSON_TYPE } from './refusals.ts'
import { follow } from './send-progress.ts'
import { partStream } from './stream-answer.ts'

/** Lets a handler set more than the return value. */
export interface Answer {
  /** 201 with a Location relative to the base address: `api/v2/experiments/5`. */
  created(path: string): void
  /** 201 with a link that is sent to somebody. */
  link(path: string): void
  /** The version of the returned record, for its ETag. */
  version(version: number): void
  header(name: string, value: string | string[]): void
  /** Sends the browser the new token of its session. */
  sessionToken(token: string): void
  /** Makes the browser drop its session and cached answers. */
  signedOut(): void
  /** The public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The last event that the client of a stream has got. */
  readonly lastEventId: string | undefined
  /** Aborted when the client disconnects before the answer. */
  gone(): AbortSignal
  /** The connection may be silent for as long as the handler works. */
  takesLong(): void
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
    // Before any change: the address depends on what the client sent, and may be refused.
    if (request.method !== 'GET') this.#baseUrl = baseUrlOf(ctx, request)
  }
  get baseUrl(): string {
    this.#baseUrl ??= baseUrlOf(this.#ctx, this.#request)
    return this.#baseUrl
  }
  get lastEventId(): string | undefined {
    const sent = this.#request.headers['last-event-id']
    return sent === undefined ? undefined : String(sent)
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
  takesLong(): void {
    // Requests that come without a connection have none.
    this.#request.raw.socket.setTimeout?.(0)
  }
  sessionToken(token: string): void {
    const { config } = this.#ctx
    this.#reply.header('set-cookie', sessionCookie(config, isSecure(config, this.#request), token))
  }
  signedOut(): void {
    // Not `storage`, which holds unsaved text.
    this.#reply.header('clear-site-data', '"cache"')
    this.#reply.header('set-cookie', clearedCookies(isSecure(this.#ctx.config, this.#request)))
  }
}

/** The paging parameters that all lists share. */
interface PageAsked {
  limit?: number
  offset?: number
}

/** Sends the result of an endpoint. A returned payload is sent by Fastify. */
export type Writer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FastifyAnswer,
  result: unknown,
  asked: PageAsked | undefined,
) => string | Buffer | Readable | undefined | Promise<Readable | undefined>

/** Decides how the result of an endpoint is sent. */
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
    const { all, rows, row, written } = compiled
    reply.code(status).header('content-type', JSON_TYPE)
    if (noStore) reply.header('cache-control', 'no-store')
    if (isList(result)) {
      const { limit = 0, offset = 0 } = asked ?? {}
      // Only links to other pages need the address, and they exist only with a limit.
      const url = limit > 0 ? answer.baseUrl + targetOf(request) : ''
      const headers = pageHeaders(result, url, { limit, offset })
      for (const name in headers) reply.header(name, headers[name])
      if (result instanceof KeyedPage) return all(result.record)
      if ('rows' in result) return areLongRows(result.rows) ? sendRows(reply, result.rows, row) : rows(result.rows)
      const { stream, follower } = result
      const open = (list: Watched) => jsonStream(hold(ctx, list, stream), row, undefined, list)
      return openStream(ctx, request, reply, open, follower)
    }
    if (isContent(result)) return sendContent(ctx, request, reply, result)
    if (endpoint.orEmptyList && Array.isArray(result)) return '[]'
    if (Array.isArray(result) && hasManyRows(result) && !endpoint.list && status === 200) {
      return encodeRows(result, row, { isHashed: true }).then((long) => sendLong(request, reply, undefined, long))
    }
    const parts = result instanceof Written ? written(result) : [all(result)]
    const [text = ''] = parts
    if (endpoint.list || status !== 200) return parts.length === 1 ? text : parts.join('')
    const version = answer.recordVersion
    if (parts.length > 1 || isLongAnswer(text)) {
      const fingerprint = result instanceof Written ? result.fingerprint : undefined
      return encodeLong(parts, fingerprint).then((long) => sendLong(request, reply, version, long))
    }
    const etag = result instanceof Written ? etagFrom(version, result.digest) : etagOf(version, text)
    return withEtag(request, reply, etag, () => text)
  }
}

/** The payload, or nothing if the client has it. */
function withEtag<P>(request: FastifyRequest, reply: FastifyReply, etag: string, payload: () => P): P | undefined {
  reply.header('etag', etag)
  if (request.method !== 'GET' || !isNotModified(request.headers['if-none-match'], etag)) return payload()
  reply.code(304).send()
  return undefined
}

function sendLong(
  request: FastifyRequest,
  reply: FastifyReply,
  version: number | undefined,
  { bytes, digest, stream }: LongAnswer,
): Readable | undefined {
  return withEtag(request, reply, etagFrom(version, digest), () => {
    reply.header('content-length', bytes)
    return stream()
  })
}

async function sendRows(
  reply: FastifyReply,
  rows: readonly unknown[],
  row: (value: unknown) => string,
): Promise<Readable> {
  const { bytes, stream } = await encodeRows(rows, row)
  reply.header('content-length', bytes)
  return stream()
}

type Content = FileAnswer | PictureAnswer | StreamAnswer

function isContent(result: unknown): result is Content {
  return result instanceof FileAnswer || result instanceof PictureAnswer || result instanceof StreamAnswer
}

function sendContent(ctx: Context, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  if (result instanceof FileAnswer) return sendFile(ctx, request, reply, result)
  if (result instanceof PictureAnswer) return sendPicture(request, reply, result)
  if (result instanceof StreamAnswer) return sendStream(ctx, request, reply, result)
  if (result instanceof EventsAnswer) return sendEvents(request, reply, result)
  throw new TypeError('an endpoint that answers a file must return one')
}

const serialiserCompiler = loadLater<typeof fastJson>('fast-json-stringify')

interface Serialiser {
  /** A whole result. */
  all(result: unknown): string
  /** A list. */
  rows(rows: readonly unknown[]): string | Buffer
  /** One row of a list. */
  row(value: unknown): string
  /** The parts of a result that is written already. */
  written(result: Written<unknown>): readonly string[]
  /** A whole result that is not written yet. */
  plain(result: unknown): string
}

const serialisers = new WeakMap<z.ZodType, Serialiser>()

/**
 * Compiled with the first answer: a process never needs most of the hundred endpoints, and each costs milliseconds and
 * a quarter of a megabyte. Cached for all endpoints with the same schema.
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
  return {
    all,
    rows: (rows) => (areWritten(rows) ? joinRows(rows) : all(rows)),
    row: (value) => (value instanceof Written ? value.text : row(value)),
    written: ({ parts }) => parts,
    plain: all,
  }
}

function areWritten(rows: readonly unknown[]): rows is readonly Written<unknown>[] {
  return rows[0] instanceof Written
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]

/** Bytes and not text: to join and encode texts takes twice as long. */
function joinRows(rows: readonly Written<unknown>[]): Buffer {
  return Buffer.concat([...rows.flatMap(({ bytes }, index) => [index === 0 ? OPEN : COMMA, bytes]), CLOSE])
}

function checking(schema: z.ZodType, serialiser: Serialiser): Serialiser {
  const { all, rows, row, written, plain } = serialiser
  const rowSchema = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined
  return {
    all: (result) => {
      schema.parse(result)
      return all(result)
    },
    rows: (list) => {
      const texts = areWritten(list) ? list : []
      for (const one of texts) requireSame(one, row)
      schema.parse(areWritten(list) ? texts.map(readOf) : list)
      return rows(list)
    },
    written: (result) => {
      requireSame(result, plain)
      schema.parse(result.read())
      return written(result)
    },
    row: (value) => {
      if (value instanceof Written) requireSame(value, row)
      rowSchema?.parse(value instanceof Written ? value.read() : value)
      return row(value)
    },
    plain,
  }
}

function readOf(written: Written<unknown>): unknown {
  return written.read()
}

/** Text that the database wrote must not differ from what the serialiser writes. */
function requireSame(written: Written<unknown>, stringify: (value: unknown) => string): void {
  const expected = stringify(written.read())
  if (written.text !== expected) throw new Error(`an answer was written as ${written.text} and not as ${expected}`)
}

type Watched = OpenList & Watcher

/** Returns the stream instead of sending it: otherwise Fastify would send an empty answer before the first byte. */
function openStream(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (list: Watched) => Readable,
  follower?: Follower,
): Readable | undefined {
  // The length of a stream is unknown until all of it is read, so HEAD does not start it.
  if (request.method === 'HEAD') {
    reply.send()
    return undefined
  }
  const userid = request.actor?.userid ?? 0
  const stream = open({ userid, waitingSince: undefined, cutOff: () => {}, sent: follower?.sent })
  if (follower) follow(follower, stream, reply.raw)
  stream.once('error', (error) => {
    // Before the first byte this becomes a normal error answer; after it the client sees a cut connection.
    if (reply.raw.headersSent && !(error instanceof Stopped))
      ctx.log.error({ err: error, reqId: request.id }, 'a list broke off')
  })
  return stream
}

/** Sends a file that is generated on the way. It takes one of the person's slots for open lists. */
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
    // A proxy that buffers the answer would need room for all of it.
    .header('x-accel-buffering', 'no')
    .headers(pageHeaders({ rows: [], ...total }, '', { limit: 0, offset: 0 }))
  // Its texts were cleaned when they were saved; besides, it runs nothing and is nobody's page of this address.
  if (type.startsWith('text/html')) reply.header('content-security-policy', PAGE_POLICY)
  return openStream(ctx, request, reply, (list) => partStream(hold(ctx, list, parts), list), follower)
}

const PAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

function hold<Row>(ctx: Context, list: OpenList, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  return ctx.openLists.hold(list, rows)
}

/** Path and query. Some clients send the whole URL, as for a proxy. */
function targetOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.replace(/^https?:\/\/[^/?]*/i, '')
}

function isList(result: unknown): result is List<unknown> | KeyedPage<unknown> {
  return typeof result === 'object' && result !== null && ('rows' in result || 'stream' in result)
}
