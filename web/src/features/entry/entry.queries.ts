import type { BodyInputOf } from '@aliquot/contract/endpoint'
import type { Entity, entities } from '@aliquot/contract/entities'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, get, patch } from '../../api/client.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { experimentKeys } from '../experiments/experiments.queries.ts'

/** An entry, and the version of it that the service named. */
export interface VersionedEntry {
  data: Entity
  etag: string
}

export const entryKeys = {
  entry: (id: number) => [...experimentKeys.all, 'entry', id] as const,
  comments: (id: number) => [...experimentKeys.all, 'comments', id] as const,
  timeline: (id: number) => [...experimentKeys.all, 'timeline', id] as const,
}

export function entryPath(id: number): string {
  return `/experiments/${id}`
}

export function entryQuery(id: number) {
  return queryOptions({
    queryKey: entryKeys.entry(id),
    queryFn: async ({ signal }): Promise<VersionedEntry> => {
      const { data, etag } = await get<typeof entities.read>(entryPath(id), {}, { signal })
      return { data, etag: etag ?? '' }
    },
    gcTime: 30 * 60_000,
  })
}

export type EntryPatch = BodyInputOf<typeof entities.edit>

export interface EntryChange {
  change: EntryPatch
  /** What the page shows until the service has answered. */
  preview?: Partial<Entity>
}

/** Changes an entry; what it will look like is shown at once, and taken back when the service refuses. */
export function usePatchEntry(id: number) {
  const client = useQueryClient()
  const { show } = useToasts()
  const key = entryKeys.entry(id)
  const mutationKey = [...key, 'patch']
  return useMutation({
    mutationKey,
    // One after the other, in the order in which they were asked for.
    scope: { id: `entry ${id}` },
    mutationFn: ({ change }: EntryChange) => patch<typeof entities.edit>(entryPath(id), change),
    onMutate: async ({ preview }): Promise<Partial<Entity>> => {
      const before = client.getQueryData<VersionedEntry>(key)
      const showPreview = () =>
        client.setQueryData<VersionedEntry>(key, (entry) => entry && { ...entry, data: { ...entry.data, ...preview } })
      showPreview()
      // An answer that is on its way is from before the change; cancelling it puts back what was there when it left.
      await client.cancelQueries({ queryKey: key })
      showPreview()
      return before && preview ? pickFields(before.data, preview) : {}
    },
    onError: (error, _, before) => {
      client.setQueryData<VersionedEntry>(key, (entry) => entry && { ...entry, data: { ...entry.data, ...before } })
      show({ message: error.message, tone: 'error' })
      // The rights, or the entry, are not what this page believes.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: key })
    },
    onSuccess: ({ data, etag }) => {
      // What is asked for after this one is shown already; its own answer will have both.
      if (client.isMutating({ mutationKey }) > 1) return
      client.setQueryData<VersionedEntry>(key, { data, etag: etag ?? '' })
    },
    onSettled: () => noteChanged(client, id),
  })
}

/** Lists and history do not show the entry as it is any more. */
export function noteChanged(client: ReturnType<typeof useQueryClient>, id: number): void {
  void client.invalidateQueries({ queryKey: experimentKeys.lists })
  void client.invalidateQueries({ queryKey: entryKeys.timeline(id) })
}

/**
 * Changes the metadata as a whole, starting from what is stored at this moment: nobody's change in between is lost.
 */
export function useEditMetadata(id: number) {
  const client = useQueryClient()
  const { show } = useToasts()
  return useMutation({
    scope: { id: `entry ${id}` },
    mutationFn: async (edit: (metadata: Record<string, unknown>) => Record<string, unknown>) => {
      for (let tries = 0; ; tries++) {
        const { data, etag } = await get<typeof entities.read>(entryPath(id))
        const metadata = edit(isObject(data.metadata_decoded) ? data.metadata_decoded : {})
        try {
          return await patch<typeof entities.edit>(entryPath(id), { metadata }, etag ? { ifMatch: etag } : {})
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412 || tries === 3) throw error
        }
      }
    },
    onSuccess: ({ data, etag }) => client.setQueryData<VersionedEntry>(entryKeys.entry(id), { data, etag: etag ?? '' }),
    onError: (error) => show({ message: error.message, tone: 'error' }),
    onSettled: () => noteChanged(client, id),
  })
}

function pickFields(entry: Entity, preview: Partial<Entity>): Partial<Entity> {
  const names = new Set(Object.keys(preview))
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
