import type { Entity } from '@aliquot/contract/entities'
import type { tags } from '@aliquot/contract/tags'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch, post } from '../../api/client.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { entryKeys, entryPath, noteChanged, type VersionedEntry } from './entry.queries.ts'

interface TagChange {
  added: string[]
  gone: string[]
}

/** `setTags(['a', 'b'])`. Only what differs is sent: tags that somebody else adds meanwhile stay. */
export function useSetTags(entry: Entity): (wanted: string[]) => void {
  const client = useQueryClient()
  const { show } = useToasts()
  const key = entryKeys.entry(entry.id)
  const path = `${entryPath(entry.id)}/tags`
  const { mutate } = useMutation({
    scope: { id: `entry ${entry.id}` },
    mutationFn: async ({ added, gone }: TagChange) => {
      if (added.length > 0) await post<typeof tags.add>(path, { tags: added })
      if (gone.length === 0) return
      // Asked anew: the page does not know the numbers of tags that it has just added.
      const { data: stored } = await get<typeof tags.list>(path)
      for (const { tag, tag_id } of stored) {
        if (gone.includes(tag)) await patch<typeof tags.unreference>(`${path}/${tag_id}`, { action: 'unreference' })
      }
    },
    onMutate: async (change) => {
      showTags(change)
      await client.cancelQueries({ queryKey: key })
      showTags(change)
    },
    onError: (error, { added, gone }) => {
      showTags({ added: gone, gone: added })
      show({ message: error.message, tone: 'error' })
    },
    onSettled: () => {
      noteChanged(client, entry.id)
      // The last of several tells how it is; those before would bring back what is shown already.
      if (client.isMutating({ mutationKey: [...key, 'tags'] }) > 1) return
      return client.invalidateQueries({ queryKey: key })
    },
    mutationKey: [...key, 'tags'],
  })

  function showTags({ added, gone }: TagChange): void {
    client.setQueryData<VersionedEntry>(key, (before) => {
      if (!before) return before
      const kept = before.data.tags_decoded.filter(({ tag }) => !gone.includes(tag))
      const missing = added.filter((tag) => !kept.some((one) => one.tag === tag))
      const fresh = missing.map((tag) => ({ id: 0, tag, is_favorite: false }))
      return { ...before, data: { ...before.data, tags_decoded: [...kept, ...fresh] } }
    })
  }

  return (wanted) => {
    const had = entry.tags_decoded.map(({ tag }) => tag)
    mutate({ added: wanted.filter((tag) => !had.includes(tag)), gone: had.filter((tag) => !wanted.includes(tag)) })
  }
}
