import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Conflict, ConflictChoice, SaveStatus, Texts } from '../../sync/sync.types.ts'
import { textsOf } from './entry-transport.ts'
import { type LiveDraft, liveDraft } from './live-drafts.ts'

/** The text of an entry as it is being written. */
export interface EntryDraft {
  title: string
  setTitle(title: string): void
  body: string
  /** A function is asked for the text only when it is needed. */
  setBody: LiveDraft['setBody']
  /** Both versions as they are now; undefined without a conflict. */
  readConflict(): Conflict | undefined
  /** Returns what was here, to be brought back by `replace`. */
  resolveConflict(choice: ConflictChoice): Texts
  replace(texts: Texts): void
  /** Lets go of what is not saved, and returns it in the same way. */
  giveUp(): Texts
  /** For editors: told at once when the texts come from somewhere else. */
  onReplace: LiveDraft['onReplace']
  live: LiveDraft
}

/** What is written in an entry, saved as it is written. `entry` and `etag` are what the service said last. */
export function useEntryDraft(entry: Entity, etag: string): EntryDraft {
  // A draft belongs to the entry, not to its versions.
  const draft = useMemo(() => liveDraft(entry, etag), [entry.id])
  const title = useSyncExternalStore(draft.subscribe, () => draft.shown.title)
  const body = useSyncExternalStore(draft.subscribe, () => draft.shown.body)
  useEffect(() => draft.hold(), [draft])
  useEffect(() => draft.saver.noteRemote({ texts: textsOf(entry), etag }), [draft, entry, etag])
  return useMemo(
    () => ({
      title,
      body,
      setTitle: draft.setTitle,
      setBody: draft.setBody,
      readConflict: () => draft.saver.conflict,
      resolveConflict: draft.saver.resolveConflict,
      replace: draft.saver.replace,
      giveUp: draft.saver.giveUp,
      onReplace: draft.onReplace,
      live: draft,
    }),
    [draft, title, body],
  )
}

/**
 * How the saving of a draft goes. It changes several times a second while somebody types, so only what shows it asks:
 * whatever else were drawn again with it would keep the next key waiting.
 */
export function useSaving({ live }: EntryDraft): { status: SaveStatus; conflict: Conflict | undefined } {
  const status = useSyncExternalStore(live.subscribe, () => live.shown.status)
  const conflict = useSyncExternalStore(live.subscribe, () => live.shown.conflict)
  return { status, conflict }
}
