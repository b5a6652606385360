import type { Entity } from '@aliquot/contract/entities'
import { experimentsLinks, itemsLinks, type LinkTarget } from '@aliquot/contract/links'
import { call } from '../../api/call.ts'
import { currentId } from '../../api/new-entries.ts'
import { newKey } from '../../api/new-key.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Unsent } from '../../sync/outbox.ts'
import { readRemovals, takeBackRemoval } from '../../ui/toasts/removals.ts'
import { noteChanged, type VersionedEntry } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { liveOutboxes } from '../saving/live-outbox.ts'
import { lastUserid } from '../session/session.queries.ts'

/** An entry to link to. */
export interface Target {
  type: LinkTarget
  id: number
  title: string
}

export interface UnsentLink extends Unsent {
  target: Target
}

export const LINKS = { experiments: experimentsLinks, items: itemsLinks } as const satisfies Record<LinkTarget, unknown>

/** The new links of one entry that the service does not have yet. */
export const liveLinks = liveOutboxes<UnsentLink>({
  kind: 'link',
  async send(entry, { target, key }) {
    const params = { ...entryParams(entry), subid: target.id }
    await call(LINKS[target.type].add, { params, body: {}, idempotencyKey: key })
    return undefined
  },
  onSent(entry, { target }) {
    noteChanged(queryClient, entry.id)
    // It shows the link back.
    void queryClient.invalidateQueries({ queryKey: entryKeys.entry(target.id) })
    return queryClient.invalidateQueries({ queryKey: entryKeys.entry(entry.id) })
  },
  // Whoever chose the target can choose it again.
  isWords: () => false,
})

/** Links an open entry to another one: kept on this device at once, and sent as soon as possible. A known link is left. */
export function keepLink(entryId: number, target: Target): void {
  const entry = recordOf(currentId(entryId)) ?? recordOf(entryId)
  if (!entry || target.id === entry.id) return
  const removal = removalName(entry, target)
  const wasRemoved = readRemovals().has(removal)
  takeBackRemoval(removal)
  const { outbox } = liveLinks(entry, lastUserid())
  const isUnsent = outbox.unsent.some((one) => one.target.type === target.type && one.target.id === target.id)
  // A removal may be on its way, so the link is sent again.
  const isThere = !wasRemoved && entry[`${target.type}_links`].some(({ entityid }) => entityid === target.id)
  if (!isUnsent && !isThere) outbox.add({ key: newKey(), at: Date.now(), target })
}

function recordOf(id: number): Entity | undefined {
  return queryClient.getQueryData<VersionedEntry>(entryKeys.entry(id))?.data
}

export function removalName(entry: EntryRef, { type, id }: EntryRef): string {
  return `link ${entry.id} ${type}/${id}`
}
