import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@aliquot/contract/endpoint'
import { type Answer, API, exchange, fetchOnce, type Options, type Query, queryText } from './client.ts'

/** What an endpoint is called with: what the contract names, and how it is sent. */
export type CallParts<E> = Options &
  PlaceParts<E> &
  (IsNever<BodyInputOf<E>> extends true ? NoBody : { body: BodyInputOf<E> })

/** What makes the address of a call. */
export type PlaceParts<E> = (IsNever<ParamsOf<E>> extends true ? NoParams : { params: ParamsFor<ParamsOf<E>> }) &
  (IsNever<QueryOf<E>> extends true ? NoQuery : { query?: { [Name in keyof QueryOf<E>]?: Query[string] } })

type IsNever<T> = [T] extends [never] ? true : false
interface NoParams {
  params?: undefined
}
interface NoQuery {
  query?: undefined
}
interface NoBody {
  body?: undefined
}
/** Numbers may also be names: `me`, `current`. */
type ParamsFor<P> = { [Name in keyof P]: Name extends 'entity_type' ? P[Name] : P[Name] | string | number }
/** It has to be given only where something has to be in it. */
type Given<T> = object extends T ? [parts?: T] : [parts: T]
export type LooseParts = Options & { params?: object | undefined; query?: object | undefined; body?: unknown }

export type AnswerOf<E> = Answer<IsNever<ReplyOf<E>> extends true ? undefined : ReplyOf<E>>

/** `call(comments.edit, { params, body })`: method, path and the types of everything are the contract's. */
export function call<E extends Endpoint>(endpoint: E, ...[parts]: Given<CallParts<E>>): Promise<AnswerOf<E>> {
  return send(endpoint, parts ?? {})
}

/** The same where types cannot say which endpoint it is. */
export function send<T>(endpoint: Endpoint, { params, query, body, ...options }: LooseParts): Promise<Answer<T>> {
  const { method, status } = endpoint
  const path = fill(endpoint, { params, query })
  const sent = method === 'POST' || method === 'PATCH' ? (body ?? {}) : undefined
  return exchange(path, async () => ({ ...(await fetchOnce(method, path, sent, options)), status }))
}

/** Where an endpoint answers, with its query, below the API. */
export function pathOf<E extends Endpoint>(endpoint: E, ...[parts]: Given<PlaceParts<E>>): string {
  return fill(endpoint, parts ?? {})
}

/** The same for a link or a picture of the page. */
export function addressOf<E extends Endpoint>(endpoint: E, ...[parts]: Given<PlaceParts<E>>): string {
  return API + fill(endpoint, parts ?? {})
}

function fill({ path }: Endpoint, { params = {}, query = {} }: Pick<LooseParts, 'params' | 'query'>): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  return filled + queryText(query as Query)
}
