import type { Entity } from '@aliquot/contract/entities'
import type { tags } from '@aliquot/contract/tags'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patch, post } from '../../api/client.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { entryKeys, entryPath, noteChanged, type VersionedEntry } from './entry.queries.ts'

/** Gives an entry these tags. Only what differs is sent: tags that somebody else adds meanwhile stay. */
export function useChangeTags(entry: Entity) {
  const client = useQueryClient()
  const { show } = useToasts()
  const key = entryKeys.entry(entry.id)
  const path = `${entryPath(entry.id)}/tags`
  return useMutation({
    scope: { id: `entry ${entry.id}` },
    mutationFn: async (wanted: string[]) => {
      const had = entry.tags_decoded
      const added = wanted.filter((tag) => !had.some((one) => one.tag === tag))
      const gone = had.filter((one) => !wanted.includes(one.tag))
      if (added.length > 0) await post<typeof tags.add>(path, { tags: added })
      for (const { id } of gone) {
        if (id > 0) await patch<typeof tags.unreference>(`${path}/${id}`, { action: 'unreference' })
      }
    },
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: key })
      const decoded = wanted.map(
        // New ones have no number before the service has answered.
        (tag) => entry.tags_decoded.find((one) => one.tag === tag) ?? { id: 0, tag, is_favorite: false },
      )
      setTags(decoded)
    },
    onError: (error) => {
      setTags(entry.tags_decoded)
      show({ message: error.message, tone: 'error' })
    },
    onSettled: () => {
      noteChanged(client, entry.id)
      return client.invalidateQueries({ queryKey: key })
    },
  })

  function setTags(decoded: Entity['tags_decoded']): void {
    client.setQueryData<VersionedEntry>(
      key,
      (before) => before && { ...before, data: { ...before.data, tags_decoded: decoded } },
    )
  }
}
