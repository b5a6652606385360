import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@aliquot/contract/endpoint'
import { type Answer, API, exchange, fetchOnce, type Options, type Query, queryText } from './client.ts'
import { currentId, ensureCreated, isNewEntry, type NewEntryRef, realId } from './new-entries.ts'

/** The arguments of a call: what the contract names, and how to send it. */
export type CallParts<E> = Options &
  PlaceParts<E> &
  (IsNever<BodyInputOf<E>> extends true ? NoBody : { body: BodyInputOf<E> })

/** The parts of a call's URL. */
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
/** Ids may also be words: `me`, `current`. */
type ParamsFor<P> = { [Name in keyof P]: Name extends 'entity_type' ? P[Name] : P[Name] | string | number }
/** Optional if nothing in it is required. */
type Given<T> = object extends T ? [parts?: T] : [parts: T]
export type LooseParts = Options & { params?: object | undefined; query?: object | undefined; body?: unknown }

export type AnswerOf<E> = Answer<IsNever<ReplyOf<E>> extends true ? undefined : ReplyOf<E>>

/** `call(comments.edit, { params, body })`: the contract gives method, path and all types. */
export function call<E extends Endpoint>(endpoint: E, ...[parts]: Given<CallParts<E>>): Promise<AnswerOf<E>> {
  return send(endpoint, parts ?? {})
}

/** The same where the types cannot tell which endpoint it is. */
export function send<T>(endpoint: Endpoint, parts: LooseParts): Promise<Answer<T>> {
  const uncreated = uncreatedIn(parts)
  return uncreated ? sendToNew(endpoint, parts, uncreated) : sendNow(endpoint, parts)
}

function sendNow<T>(endpoint: Endpoint, { params, query, body, ...options }: LooseParts): Promise<Answer<T>> {
  const { method, status } = endpoint
  const path = fill(endpoint, { params, query })
  const sent = method === 'POST' || method === 'PATCH' ? (body ?? {}) : undefined
  return exchange(path, async () => ({ ...(await fetchOnce(method, path, sent, options)), status }))
}

/** The first change of a new entry creates it. Until then it contains nothing. */
async function sendToNew<T>(endpoint: Endpoint, parts: LooseParts, entry: NewEntryRef): Promise<Answer<T>> {
  if (endpoint.method === 'GET') return nothingYet()
  await ensureCreated(entry)
  return sendNow(endpoint, parts)
}

function uncreatedIn({ params }: LooseParts): NewEntryRef | undefined {
  const { entity_type: type, id } = (params ?? {}) as { entity_type?: NewEntryRef['type']; id?: unknown }
  if (type === undefined || typeof id !== 'number' || realId(id) !== undefined) return undefined
  return { type, id }
}

function nothingYet<T>(): Answer<T> {
  const none = { etag: undefined, savedVersion: undefined, location: undefined }
  return { ...none, data: [] as T, id: Number.NaN, total: 0, totalIsExact: true }
}

/** The path and query of an endpoint, relative to the API. */
export function pathOf<E extends Endpoint>(endpoint: E, ...[parts]: Given<PlaceParts<E>>): string {
  return fill(endpoint, parts ?? {})
}

/** The same for a link or a picture. */
export function addressOf<E extends Endpoint>(endpoint: E, ...[parts]: Given<PlaceParts<E>>): string {
  return API + fill(endpoint, parts ?? {})
}

function fill({ path }: Endpoint, { params = {}, query = {} }: Pick<LooseParts, 'params' | 'query'>): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const id = values.get('id')
  if (typeof id === 'number' && isNewEntry(id)) values.set('id', currentId(id))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  return filled + queryText(query as Query)
}
