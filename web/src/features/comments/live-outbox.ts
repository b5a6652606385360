import type { comments } from '@aliquot/contract/comments'
import type { Entity } from '@aliquot/contract/entities'
import { ApiError, patch, post } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { entryKeys, noteChanged } from '../entry/entry.queries.ts'
import { type EntryRef, entryPath } from '../entry/entry-types.ts'
import { isPassing } from '../saving/entry-transport.ts'
import { dropKept, keptOf, putKept } from '../saving/journal-db.ts'
import { onDiscarded } from '../saving/kept-here.ts'
import { pageClock } from '../saving/page-clock.ts'
import { beforeLeaving } from '../session/leaving.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { createOutbox, type Outbox, type SendAnswer, type Unsent } from './outbox.ts'

interface LiveOutbox {
  outbox: Outbox
  readonly shown: ShownOutbox
  subscribe(listener: () => void): () => void
  /** What a page does with words that were refused; the last one that asked is told. */
  onRefused(listener: (unsent: Unsent, error: Error) => void): void
}

interface ShownOutbox {
  unsent: readonly Unsent[]
  isOffline: boolean
}

const open = new Map<string, LiveOutbox>()

/** The comments of one person on one entry that are on their way. It outlives the page that shows them. */
export function liveOutbox(entry: Entity, userid: number): LiveOutbox {
  const name = `${userid}/${entry.id}`
  const known = open.get(name)
  if (known) return known
  const outbox = createLiveOutbox(entry, userid)
  open.set(name, outbox)
  return outbox
}

function createLiveOutbox({ type, id: entryId, title }: Entity, userid: number): LiveOutbox {
  const listeners = new Set<() => void>()
  const keyOf = ({ key }: Unsent) => `comment/${userid}/${entryId}/${key}`
  let refused: (unsent: Unsent, error: Error) => void = () => {}
  let shown: ShownOutbox = { unsent: [], isOffline: false }
  const outbox = createOutbox({
    send: (unsent) => sendComment({ type, id: entryId }, userid, unsent),
    store: {
      put: (unsent) =>
        void putKept({
          key: keyOf(unsent),
          kind: 'comment',
          type,
          entryId,
          userid,
          title,
          at: unsent.at,
          content: unsent,
        }),
      drop: (unsent) => void dropKept(keyOf(unsent)),
    },
    clock: pageClock,
    onChange() {
      shown = { unsent: outbox.unsent, isOffline: outbox.isOffline }
      for (const listener of listeners) listener()
    },
    onSent() {
      noteChanged(queryClient, entryId)
      return queryClient.invalidateQueries({ queryKey: entryKeys.comments(entryId) })
    },
    onRefused: (unsent, error) => refused(unsent, error),
  })
  void keptOf('comment', userid, entryId).then((rows) => outbox.restore(rows.map(({ content }) => content as Unsent)))
  return {
    outbox,
    get shown() {
      return shown
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRefused(listener) {
      refused = listener
    },
  }
}

async function sendComment(entry: EntryRef, userid: number, { key, commentId, comment }: Unsent): Promise<SendAnswer> {
  if (!isSignedInAs(userid)) return { kind: 'unreachable' }
  const path = `${entryPath(entry)}/comments`
  try {
    if (commentId === undefined) await post<typeof comments.add>(path, { comment }, { idempotencyKey: key })
    else await patch<typeof comments.edit>(`${path}/${commentId}`, { comment })
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error.status)) return { kind: 'unreachable' }
    return { kind: 'refused', error }
  }
}

function retryAll(): void {
  for (const { outbox } of open.values()) outbox.retry()
}

addEventListener('online', retryAll)

onDiscarded((entryId) => {
  for (const [name, { outbox }] of open) {
    if (!name.endsWith(`/${entryId}`)) continue
    outbox.giveUp()
    // The next one takes up what was brought back.
    open.delete(name)
  }
})

beforeLeaving({
  start: retryAll,
  isBusy: () => [...open.values()].some(({ shown }) => shown.unsent.length > 0 && !shown.isOffline),
})
