import type { z } from 'zod'
import type { EntityType } from './common.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One operation of the API as a value. The server binds it to a handler, the tests iterate over it, and the OpenAPI
 * document and the types of the web client are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** The name of the operation in the OpenAPI document and in tests, `postEntityComments`. */
  name: string
  method: Method
  /** Relative to `/api/v2`: `/experiments/:id/comments/:subid`. `:entity_type` stands for each exposed entity type. */
  path: string
  /** Further paths with the same answer, for existing programs. Not documented. */
  aliases?: readonly string[]
  /** One phrase. */
  summary: string
  /** More than fits in the summary. */
  details?: string
  /** The group in the documentation. */
  tag: OperationGroup
  params?: Params
  query?: Query
  body?: Body
  /** A realistic body for the documentation. */
  example?: NoInfer<z.input<Body>>
  /** Also accepts `multipart/form-data` with these parts. */
  form?: z.ZodType
  /** Attributes whose value, if it is an object, is passed on as the JSON text that was sent. */
  keepText?: readonly string[]
  /** Numbers that JavaScript cannot represent are passed on as written. */
  keepNumbers?: boolean
  /** The answer is a file of one of these types, never JSON. */
  content?: readonly string[]
  /** The beginning of such an answer, for the documentation. */
  contentExample?: string
  /** Documented schemas that replace the validated ones, for clients that want one shape. */
  shown?: Shown
  /** The same per entity type; each type then gets its own documented path. */
  shownFor?: (type: EntityType) => Shown
  /** Accepted query parameters that are not documented here: synonyms, and those that another operation documents. */
  hidden?: readonly string[]
  /** Query parameters that may be sent several times, and then all count. */
  repeated?: readonly string[]
  /** Undefined if the answer has no body, or if `content` describes it. */
  reply?: Reply
  /** With `format=binary` the answer is the content of a file. */
  binary?: true
  /** Types of further answers that the parameter `format` selects. */
  files?: readonly string[]
  /** Some calls answer an empty list instead of the record. */
  orEmptyList?: boolean
  /** A PATCH that accepts an Idempotency-Key; every POST does. Its service makes exactly one change. */
  repeatable?: true
  /** Sets or clears the session cookie. */
  setsCookie?: true
  /** About accounts: browsers must not store the answer, not even to revalidate it. */
  noStore?: true
  /** The status of success. */
  status: 200 | 201 | 202 | 204
  /**
   * The statuses of refusal, besides those of every endpoint: 400, 401, 403 for read-only keys, 413, 422 for an
   * Idempotency-Key of another request, 429, 500, 503.
   */
  errors: readonly number[]
  /**
   * Who gets an answer besides those who own or manage the record. `public`: anybody, without credentials. `account`:
   * anybody who is signed in, because it is about themselves or the instance. `readers`: whoever may read the entry.
   * The service decides; every-route-by-role.test.ts checks it.
   */
  access?: 'public' | 'account' | 'readers'
  /** A list: accepts `limit` and `offset`, answers `X-Total-Count` and `Link`. */
  list?: boolean
}

/** Operations that the documentation groups. */
export interface OperationGroup {
  name: string
  about: string
}

export interface Shown {
  body?: z.ZodType
  reply?: z.ZodType
}

/** Declares an endpoint and keeps its schemas' types. */
export function endpoint<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Reply extends z.ZodType = z.ZodNever,
>(spec: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return spec
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
