import type { Endpoint, ReplyOf } from '@aliquot/contract/endpoint'
import { type AnswerOf, type CallParts, type PlaceParts, send } from './call.ts'
import { ApiError } from './client.ts'

/** The stored values of the fields that a change set. */
export function storedFields<T extends object>(data: T, set: object): Partial<T> {
  const names = Object.keys(data).filter((name) => Object.hasOwn(set, name)) as (keyof T)[]
  return Object.fromEntries(names.map((name) => [name, data[name]])) as Partial<T>
}

/**
 * The version of a record from which a change can be undone: the changed fields still have the values in `left`.
 * Otherwise it refuses and leaves what somebody else has set since.
 */
export async function requireUnchanged<R extends Endpoint>(
  read: R,
  place: PlaceParts<R>,
  left: Partial<ReplyOf<R>>,
): Promise<string> {
  const { data, etag } = await send<object>(read, place)
  if (!etag || !isUnchanged(data, left)) throw changedMeanwhile()
  return etag
}

/** Changes a record; with `left`, only if it still has these values. */
export async function patchIfUnchanged<E extends Endpoint>(
  record: { read: Endpoint; patch: E },
  parts: CallParts<E>,
  left: Partial<ReplyOf<E>> | undefined,
): Promise<AnswerOf<E>> {
  const { params } = parts
  const from = left && { ifMatch: await requireUnchanged(record.read, { params } as PlaceParts<Endpoint>, left) }
  return send(record.patch, { ...parts, ...from })
}

/** The same error as for an outdated If-Match. */
export function changedMeanwhile(): ApiError {
  return new ApiError(412, { message: '' })
}

export function isUnchanged<T extends object>(data: T, left: Partial<T>): boolean {
  return Object.entries(left).every(([name, value]) => JSON.stringify(data[name as keyof T]) === JSON.stringify(value))
}
