import type { Comment, comments } from '@aliquot/contract/comments'
import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { get, remove } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { entryKeys, entryPath, noteChanged } from '../entry/entry.queries.ts'
import { commentTexts } from './comments.text.ts'
import { liveOutbox } from './live-outbox.ts'
import type { Unsent } from './outbox.ts'

/** A comment as the page knows it; a new one that is on its way has a negative id. */
export type ShownComment = Pick<Comment, 'id' | 'comment' | 'userid' | 'fullname' | 'immutable'> & {
  /** As the service writes times, or in milliseconds. */
  created_at: string | number
  modified_at: string | number
  /** What it says is not at the service yet. */
  isUnsent?: boolean
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

/** Comments with those that are on their way: said at once, and kept on this device until the service has them. */
export function useComments(entry: Entity, author: Session) {
  const client = useQueryClient()
  const text = useTexts(commentTexts)
  const { show, fail } = useToasts()
  const key = entryKeys.comments(entry.id)
  const path = `${entryPath(entry.id)}/comments`
  const { data: stored = entry.comments } = useQuery(commentsQuery(entry.id))
  const live = liveOutbox(entry, author.userid)
  const { unsent, isOffline } = useSyncExternalStore(live.subscribe, () => live.shown)
  const comments = useMemo(() => withUnsent(stored, unsent, author), [stored, unsent, author])

  const add = (comment: string) => live.outbox.add({ key: newKey(), comment, at: Date.now() })
  const change = (commentId: number, comment: string) =>
    live.outbox.add({ key: newKey(), commentId, comment, at: Date.now() })
  const refresh = () => {
    noteChanged(client, entry.id)
    return client.invalidateQueries({ queryKey: key })
  }

  /** Gone from the page at once, from the service when there is no way back any more. */
  function take(comment: ShownComment): void {
    client.setQueryData<ShownComment[]>(key, (before) => before?.filter(({ id }) => id !== comment.id))
    const removal = scheduleRemoval(comment.id, `${path}/${comment.id}`, (error) => {
      if (error) fail(error)
      void refresh()
    })
    const undo = async () => {
      if (removal.cancel()) await refresh()
      else add(comment.comment)
    }
    show({ message: text.removed, undo })
  }

  return { comments, isOffline, add, change, take, onRefused: live.onRefused }
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
}

function withUnsent(stored: readonly ShownComment[], unsent: readonly Unsent[], author: Session): ShownComment[] {
  const { userid, fullname } = author
  const edits = new Map(unsent.map(({ commentId, comment }) => [commentId, comment]))
  const shown = stored.map((one) => {
    const comment = edits.get(one.id)
    return comment === undefined ? one : { ...one, comment, isUnsent: true }
  })
  const fresh = unsent.filter(({ commentId }) => commentId === undefined)
  return [
    ...shown,
    ...fresh.map(({ comment, at }, index) => {
      const times = { created_at: at, modified_at: at }
      return { id: -1 - index, comment, ...times, userid, fullname, immutable: 0 as const, isUnsent: true }
    }),
  ]
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
