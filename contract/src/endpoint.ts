import type { z } from 'zod'
import type { EntityType } from './common.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One operation of the API as a value. The server binds it to a handler, the tests walk it, the OpenAPI document and
 * the web client's types are read from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** Name of the operation in the OpenAPI document and in tests, `postEntityComments`. */
  name: string
  method: Method
  /** Below `/api/v2`, `/experiments/:id/comments/:subid`. `:entity_type` stands for each exposed entity type. */
  path: string
  /** Further paths with the same answer, for the habits of existing programs. Not part of the documentation. */
  aliases?: readonly string[]
  /** One phrase. */
  summary: string
  /** What the summary has no room for. */
  details?: string
  /** Group in the documentation. */
  tag: OperationGroup
  params?: Params
  query?: Query
  body?: Body
  /** A body as a person would send it; the documentation shows it. */
  example?: NoInfer<z.input<Body>>
  /** Also takes `multipart/form-data`, with these parts. */
  form?: z.ZodType
  /** Attributes whose value, when it is an object, is handed on as the JSON text that was sent. */
  keepText?: readonly string[]
  /** Numbers that JavaScript cannot hold are handed on as they were written. */
  keepNumbers?: boolean
  /** The answer is a file of one of these types, and never JSON. */
  content?: readonly string[]
  /** What the documentation shows in place of the schemas that are checked, for clients that want one shape. */
  shown?: Shown
  /** The same for each type of entries, which the documentation then describes on its own path. */
  shownFor?: (type: EntityType) => Shown
  /** Query parameters that are taken here, but described by an operation of their own. */
  hidden?: readonly string[]
  /** Absent: the answer has no body, or `content` says what it is. */
  reply?: Reply
  /** With `format=binary` the answer is the content of a file. */
  binary?: true
  /** Types of further answers, that the parameter `format` asks for. */
  files?: readonly string[]
  /** Some calls answer an empty list in place of the record. */
  orEmptyList?: boolean
  /** A PATCH that takes an Idempotency-Key; every POST does. Its service makes exactly one change. */
  repeatable?: true
  /** Sets or clears the cookie of the session. */
  setsCookie?: true
  /** About accounts: browsers do not keep the answer, not even to ask whether it is still true. */
  noStore?: true
  /** Status of success. */
  status: 200 | 201 | 204
  /**
   * Statuses of refusal, besides those every endpoint may give: 400, 401, 403 for read-only keys, 413, 422 for an
   * Idempotency-Key of another request, 429, 500, 503.
   */
  errors: readonly number[]
  /**
   * Who gets an answer besides those who own the record or manage it. `public`: anybody, without credentials.
   * `account`: anybody who is signed in, because it is about themselves or the instance. `readers`: whoever may read the
   * entry. The service decides; every-route-by-role.test.ts holds it to this.
   */
  access?: 'public' | 'account' | 'readers'
  /** A list: takes `limit` and `offset`, answers `X-Total-Count` and `Link`. */
  list?: boolean
}

/** Operations that the documentation shows together. */
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
