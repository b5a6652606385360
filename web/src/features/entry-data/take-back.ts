import { type Entity, entities } from '@aliquot/contract/entities'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/client.ts'
import { changedMeanwhile } from '../../api/if-unchanged.ts'
import { type EntryRef, entryParams } from './entry-types.ts'

/** The state in which somebody left an entry, and who. */
export interface Left extends Partial<Pick<Entity, 'state' | 'locked'>> {
  lastchangeby: number | null
  etag?: string | undefined
}

export function leftBy({ data: { state, locked, lastchangeby }, etag }: Answer<Entity>): Left {
  return { state, locked, lastchangeby, etag }
}

/**
 * The version from which a change can be undone: its own, or a later one of the same person. Otherwise it refuses and
 * leaves what somebody else has done since.
 */
export async function requireAsLeft(ref: EntryRef, { etag, ...left }: Left): Promise<string> {
  const now = await call(entities.read, { params: entryParams(ref) })
  const names = Object.keys(left) as (keyof typeof left)[]
  const isAsLeft = now.etag === etag || names.every((name) => now.data[name] === left[name])
  if (!now.etag || !isAsLeft) throw changedMeanwhile()
  return now.etag
}
