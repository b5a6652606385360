import type { Entity } from '@aliquot/contract/entities'
import { queryClient } from '../../api/query-client.ts'
import { dropKept, keptOf, putKept } from '../../sync/pending-store.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'

/** A file that waits on this device for the network, also after the page has ended: a photo exists nowhere else. */
export interface KeptFile {
  /** The Idempotency-Key. */
  key: string
  file: File
  name: string
  /** The id of the file that it replaces. */
  replaces?: number
}

/** True once it is on disk. */
export function keepFile({ type, id }: EntryRef, userid: number, content: KeptFile): Promise<boolean> {
  const known = queryClient.getQueryData<{ data: Entity }>(entryKeys.entry(id))
  return putKept({
    key: keyOf(id, userid, content.key),
    kind: 'file',
    type,
    entryId: id,
    userid,
    title: known?.data.title ?? '',
    at: Date.now(),
    content,
  })
}

export function forgetFile({ id }: EntryRef, userid: number, key: string): Promise<void> {
  return dropKept(keyOf(id, userid, key))
}

export async function keptFiles({ id }: EntryRef, userid: number): Promise<KeptFile[]> {
  return (await keptOf('file', userid, id)).map(({ content }) => content as KeptFile)
}

function keyOf(entryId: number, userid: number, key: string): string {
  return `file/${userid}/${entryId}/${key}`
}
