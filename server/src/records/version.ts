import { Stale } from '../errors.ts'

/** Tells whether a version is one that the client's If-Match names. Absent: the client does not care. */
export type IfMatch = ((version: number) => boolean) | undefined

/** Refuses a change that was made on another version than the present one; the refusal carries the present record. */
export async function requireMatch(ifMatch: IfMatch, version: number, current: () => Promise<unknown>): Promise<void> {
  if (ifMatch && !ifMatch(version)) throw new Stale(await current())
}
