import type { Comment, comments } from '@aliquot/contract/comments'
import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch, post, remove } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { entryKeys, entryPath, noteChanged } from '../entry/entry.queries.ts'
import { commentTexts } from './comments.text.ts'

/** A comment as the page knows it; one that is on its way has a negative id. */
export type ShownComment = Pick<Comment, 'id' | 'comment' | 'userid' | 'fullname' | 'immutable'> & {
  /** As the service writes times, or in milliseconds. */
  created_at: string | number
  modified_at: string | number
}

export function commentsQuery(id: number) {
  return queryOptions({
    queryKey: entryKeys.comments(id),
    queryFn: async ({ signal }): Promise<ShownComment[]> => {
      const { data } = await get<typeof comments.list>(`${entryPath(id)}/comments`, {}, { signal })
      return data.filter((comment) => !removals.has(comment.id))
    },
  })
}

/** Adding and changing comments: shown at once, taken back when the service refuses. */
export function useComments(entry: Entity, author: Session) {
  const client = useQueryClient()
  const text = useTexts(commentTexts)
  const { show } = useToasts()
  const key = entryKeys.comments(entry.id)
  const path = `${entryPath(entry.id)}/comments`
  const edit = (change: (before: ShownComment[]) => ShownComment[]) =>
    client.setQueryData<ShownComment[]>(key, (before) => change(before ?? []))
  const refresh = () => {
    noteChanged(client, entry.id)
    return client.invalidateQueries({ queryKey: key })
  }

  const add = useMutation({
    mutationFn: (comment: string) => post<typeof comments.add>(path, { comment }),
    onMutate: async (comment) => {
      await client.cancelQueries({ queryKey: key })
      const at = Date.now()
      const id = -at
      const { userid, fullname } = author
      edit((before) => [...before, { id, comment, created_at: at, modified_at: at, userid, fullname, immutable: 0 }])
      return { id }
    },
    onError: (error, _, context) => {
      edit((before) => before.filter(({ id }) => id !== context?.id))
      show({ message: error.message, tone: 'error' })
    },
    onSettled: refresh,
  })

  const change = useMutation({
    mutationFn: ({ id, comment }: { id: number; comment: string }) =>
      patch<typeof comments.edit>(`${path}/${id}`, { comment }),
    onMutate: async ({ id, comment }) => {
      await client.cancelQueries({ queryKey: key })
      edit((before) => before.map((one) => (one.id === id ? { ...one, comment } : one)))
    },
    onError: (error) => show({ message: error.message, tone: 'error' }),
    onSettled: refresh,
  })

  /** Gone from the page at once, from the service when there is no way back any more. */
  function take(comment: ShownComment): void {
    edit((before) => before.filter(({ id }) => id !== comment.id))
    const removal = scheduleRemoval(comment.id, `${path}/${comment.id}`, (error) => {
      if (error) show({ message: error.message, tone: 'error' })
      void refresh()
    })
    const undo = async () => {
      if (removal.cancel()) await refresh()
      else await add.mutateAsync(comment.comment)
    }
    show({ message: text.removed, undo })
  }

  return { add, change, take }
}

/** A little longer than the offer to undo stays. */
const GRACE_MS = 9_000

interface Removal {
  path: string
  timer: number
  done(error?: Error): void
}

/** Comments that are about to be deleted, by their ids. */
const removals = new Map<number, Removal>()

function scheduleRemoval(id: number, path: string, done: Removal['done']): { cancel(): boolean } {
  const timer = window.setTimeout(() => void finishRemoval(id), GRACE_MS)
  removals.set(id, { path, timer, done })
  return {
    cancel() {
      window.clearTimeout(timer)
      return removals.delete(id)
    },
  }
}

async function finishRemoval(id: number): Promise<void> {
  const removal = removals.get(id)
  if (!removal) return
  try {
    await remove(removal.path, { keepalive: true })
    removals.delete(id)
    removal.done()
  } catch (error) {
    removals.delete(id)
    removal.done(error instanceof Error ? error : new Error(String(error)))
  }
}

// Who closes the page has decided.
addEventListener('pagehide', () => {
  for (const [id, { timer }] of removals) {
    window.clearTimeout(timer)
    void finishRemoval(id)
  }
})
