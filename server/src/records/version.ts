import { Stale } from '../errors.ts'

/** Whether the client's If-Match names a version. Undefined if there is no If-Match. */
export type IfMatch = ((version: number) => boolean) | undefined

/** Refuses a change based on another version; the refusal carries the current record. */
export async function requireMatch(ifMatch: IfMatch, version: number, current: () => Promise<unknown>): Promise<void> {
  if (ifMatch && !ifMatch(version)) throw new Stale(await current())
}
