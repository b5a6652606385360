import type { BodyInputOf } from '@aliquot/contract/endpoint'
import { type Entity, entities } from '@aliquot/contract/entities'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { realId } from '../../api/new-entries.ts'
import { queryClient } from '../../api/query-client.ts'
import { isNewer } from '../../api/versions.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryKeys } from './entry-keys.ts'
import { type EntryRef, entryParams } from './entry-types.ts'
import { newEntity } from './new-entity.ts'

/** An entry with its ETag. */
export interface VersionedEntry {
  data: Entity
  etag: string
}

/** Of an entry that the service does not have yet. */
export const NO_VERSION = '"0-"'

export function entryQuery(ref: EntryRef) {
  return queryOptions({
    queryKey: entryKeys.entry(ref.id),
    queryFn: async ({ signal }): Promise<VersionedEntry> => {
      if (realId(ref.id) === undefined) return { data: newEntity(ref), etag: NO_VERSION }
      const { data, etag } = await call(entities.read, { params: entryParams(ref), signal })
      return { data, etag: etag ?? '' }
    },
    gcTime: 30 * 60_000,
  })
}

export type EntryPatch = BodyInputOf<typeof entities.edit>

export interface EntryChange {
  change: EntryPatch
  /** Shown until the service has answered. */
  preview?: Partial<Entity>
  /** Only if this is still its version. */
  ifMatch?: string | undefined
}

/** Changes an entry optimistically, and rolls back if the service refuses. */
export function usePatchEntry(ref: EntryRef) {
  const { id } = ref
  const client = useQueryClient()
  const { fail } = useToasts()
  const key = entryKeys.entry(id)
  const mutationKey = [...key, 'patch']
  return useMutation({
    mutationKey,
    // One after the other, in order.
    scope: { id: `entry ${id}` },
    mutationFn: ({ change, ifMatch }: EntryChange) =>
      call(entities.edit, { params: entryParams(ref), body: change, ...(ifMatch && { ifMatch }) }),
    onMutate: async ({ preview }): Promise<Partial<Entity>> => {
      const before = client.getQueryData<VersionedEntry>(key)
      const showPreview = () =>
        client.setQueryData<VersionedEntry>(key, (entry) => entry && { ...entry, data: { ...entry.data, ...preview } })
      showPreview()
      // An answer on its way predates the change; cancelling it restores the state from before the request, so show the
      // preview again.
      await client.cancelQueries({ queryKey: key })
      showPreview()
      return before && preview ? pickFields(before.data, preview) : {}
    },
    onError: (error, _, before) => {
      client.setQueryData<VersionedEntry>(key, (entry) => entry && { ...entry, data: { ...entry.data, ...before } })
      fail(error)
      // The rights or the entry differ from what this page believes.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: key })
    },
    onSuccess: ({ data, etag }) => {
      // A later change is already previewed; its own answer will contain both.
      if (client.isMutating({ mutationKey }) > 1) return
      client.setQueryData<VersionedEntry>(key, { data, etag: etag ?? '' })
    },
    onSettled: () => noteChanged(client, id),
  })
}

/** Shows a record from the service, unless a newer one is shown. */
export function showRecord(id: number, record: VersionedEntry): void {
  queryClient.setQueryData<VersionedEntry>(entryKeys.entry(id), (shown) =>
    shown && !isNewer(shown.etag, record.etag) ? record : shown,
  )
}

/** Refreshes the lists and the history of a changed entry. */
export function noteChanged(client: ReturnType<typeof useQueryClient>, id: number): void {
  void client.invalidateQueries({ queryKey: entryKeys.lists })
  void client.invalidateQueries({ queryKey: entryKeys.groups })
  void client.invalidateQueries({ queryKey: entryKeys.timeline(id) })
}

function pickFields(entry: Entity, preview: Partial<Entity>): Partial<Entity> {
  const names = new Set(Object.keys(preview))
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)))
}
