import type { Entity } from '@aliquot/contract/entities'
import { ApiError } from '../../api/client.ts'
import { currentId, onEntryCreated } from '../../api/new-entries.ts'
import { keepPending } from '../../sync/leaving.ts'
import { createOutbox, type Outbox, type Refused, type Unsent } from '../../sync/outbox.ts'
import { pageClock } from '../../sync/page-clock.ts'
import { dropKept, type KeptRow, keptOf, putKept } from '../../sync/pending-store.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { isPassing } from './entry-transport.ts'
import { onDiscarded } from './kept-here.ts'

export interface LiveOutbox<U extends Unsent> {
  outbox: Outbox<U>
  readonly shown: ShownOutbox<U>
  subscribe(listener: () => void): () => void
  /** Sets who reports a refusal to the person: the last caller, even after its page was left. */
  onRefused(listener: (why: Refused) => void): void
}

interface ShownOutbox<U> {
  unsent: readonly U[]
  refused: readonly U[]
  isOffline: boolean
}

interface LiveOptions<U extends Unsent> {
  kind: KeptRow['kind']
  /** Rejects if it is refused, or without an answer. Returns the id of what was created. */
  send(entry: EntryRef, unsent: U, outbox: Outbox<U>): Promise<number | undefined>
  /** Resolves when the page shows what was sent. */
  onSent(entry: EntryRef, unsent: U, id: number | undefined, outbox: Outbox<U>): Promise<unknown>
  /** False for what contains no words of the person. */
  isWords?(unsent: U): boolean
  /** What somebody else stored instead, from the record of a 412. */
  theirsOf?(current: unknown): string | undefined
}

/**
 * The unsent changes of one person to one entry, kept on this device until the service has them. They outlive the page.
 * Returns a function that gives the outbox of an entry.
 */
export function liveOutboxes<U extends Unsent>({ kind, send, onSent, isWords, theirsOf }: LiveOptions<U>) {
  const open = new Map<string, LiveOutbox<U>>()

  function openOutbox({ type, id, title }: Entity, userid: number): LiveOutbox<U> {
    /** A new entry gets its id with its first change. */
    const refNow = () => ({ type, id: currentId(id) })
    const listeners = new Set<() => void>()
    const keyOf = ({ key }: U) => `${kind}/${userid}/${currentId(id)}/${key}`
    let tellRefused: (why: Refused) => void = () => {}
    let shown: ShownOutbox<U> = { unsent: [], refused: [], isOffline: false }
    const outbox: Outbox<U> = createOutbox<U>({
      async send(unsent) {
        // Nothing is sent in the name of somebody who has signed in since.
        if (!isSignedInAs(userid)) return { kind: 'unreachable' }
        try {
          const made = await send(refNow(), unsent, outbox)
          return { kind: 'sent', ...(made !== undefined && { id: made }) }
        } catch (error) {
          if (!(error instanceof ApiError) || isPassing(error.status)) return { kind: 'unreachable' }
          const theirs = error.status === 412 ? theirsOf?.(error.current) : undefined
          return { kind: 'refused', why: { ...error.why, ...(theirs !== undefined && { theirs }) } }
        }
      },
      store: {
        put: (content) =>
          void putKept({
            key: keyOf(content),
            kind,
            type,
            entryId: currentId(id),
            userid,
            title,
            at: content.at,
            content,
          }),
        drop: (unsent) => void dropKept(keyOf(unsent)),
      },
      clock: pageClock,
      onChange() {
        shown = { unsent: outbox.unsent, refused: outbox.refused, isOffline: outbox.isOffline }
        for (const listener of listeners) listener()
      },
      onSent: (unsent, made) => onSent(refNow(), unsent, made, outbox),
      onRefused: (_, why) => tellRefused(why),
      ...(isWords && { isWords }),
    })
    void keptOf(kind, userid, currentId(id)).then((rows) => outbox.restore(rows.map(({ content }) => content as U)))
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
        tellRefused = listener
      },
    }
  }

  function retryAll(): void {
    for (const { outbox } of open.values()) outbox.retry()
  }

  onEntryCreated((temporary, real) => {
    for (const [name, outbox] of open) {
      if (!name.endsWith(`/${temporary}`)) continue
      open.delete(name)
      open.set(name.replace(`/${temporary}`, `/${real}`), outbox)
    }
  })

  onDiscarded((entryId) => {
    for (const [name, { outbox }] of open) {
      if (!name.endsWith(`/${entryId}`)) continue
      outbox.giveUp()
      // The next outbox takes up what was restored.
      open.delete(name)
    }
  })

  keepPending({
    flush: retryAll,
    retry: retryAll,
    isBusy: () => [...open.values()].some(({ shown }) => shown.unsent.length > 0 && !shown.isOffline),
  })

  return (entry: Entity, userid: number): LiveOutbox<U> => {
    const name = `${userid}/${currentId(entry.id)}`
    const known = open.get(name)
    if (known) return known
    const outbox = openOutbox(entry, userid)
    open.set(name, outbox)
    return outbox
  }
}
