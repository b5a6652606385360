import { type Comment, comments as endpoints } from '@aliquot/contract/comments'
import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { commentMessages } from './comments.messages.ts'
import { liveOutbox, type UnsentComment } from './live-outbox.ts'

/** A comment as shown; a new, unsent one has a negative id. */
export type ShownComment = Pick<Comment, 'id' | 'comment' | 'userid' | 'fullname' | 'immutable' | 'origin'> & {
  /** A time of the service, or milliseconds. */
  created_at: string | number
  modified_at: string | number
  /** Its words are not at the service yet. */
  isUnsent?: boolean
}

export function commentsQuery(entry: EntryRef) {
  return queryOptions({
    queryKey: entryKeys.comments(entry.id),
    queryFn: async ({ signal }): Promise<ShownComment[]> =>
      (await call(endpoints.list, { params: entryParams(entry), signal })).data,
  })
}

/** Comments including unsent ones, which are shown at once and kept on this device until the service has them. */
export function useComments(entry: Entity, author: Session) {
  const client = useQueryClient()
  const text = useMessages(commentMessages)
  const { show, fail } = useToasts()
  const key = entryKeys.comments(entry.id)
  const { data: stored = entry.comments } = useQuery(commentsQuery(entry))
  const live = liveOutbox(entry, author.userid)
  const { unsent, refused, isOffline } = useSyncExternalStore(live.subscribe, () => live.shown)
  const removals = useRemovals()
  const comments = useMemo(() => {
    const left = stored.filter(({ id }) => !removals.has(removalName(id)))
    return withUnsent(left, unsent, author)
  }, [stored, removals, unsent, author])

  const add = (comment: string) => live.outbox.add({ key: newKey(), comment, at: Date.now() })
  const change = (commentId: number, comment: string) =>
    live.outbox.add({ key: newKey(), commentId, comment, at: Date.now() })

  /** Hidden at once, deleted by the service when undo is no longer possible. */
  function take(comment: ShownComment): void {
    const name = removalName(comment.id)
    startRemoval(name, {
      send: async (options) => {
        // Nothing is deleted in the name of somebody who has signed in since.
        if (!isSignedInAs(author.userid)) return
        await call(endpoints.remove, { params: { ...entryParams(entry), subid: comment.id }, ...options })
        client.setQueryData<ShownComment[]>(key, (before) => before?.filter(({ id }) => id !== comment.id))
        // A closing page need not reload anything, and could not without a session.
        if (options.keepalive) return
        void client.invalidateQueries({ queryKey: key })
        noteChanged(client, entry.id)
      },
    })
    show({
      message: text.removed,
      undo: () => takeBackRemoval(name),
      onEnd: () => {
        finishRemoval(name).catch(fail)
      },
    })
  }

  return { comments, isOffline, refused, add, change, take, letGo: live.outbox.letGo, onRefused: live.onRefused }
}

function withUnsent(
  stored: readonly ShownComment[],
  unsent: readonly UnsentComment[],
  author: Session,
): ShownComment[] {
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

function removalName(id: number): string {
  return `comment ${id}`
}
