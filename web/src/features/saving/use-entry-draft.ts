import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Conflict, ConflictChoice, SaveStatus, Texts } from '../../sync/sync.types.ts'
import { textsOf } from './entry-transport.ts'
import { type LiveDraft, liveDraft } from './live-drafts.ts'

/** The text of an entry being edited. */
export interface EntryDraft {
  title: string
  setTitle(title: string): void
  body: string
  /** A function is called only when the text is needed. */
  setBody: LiveDraft['setBody']
  /** Both current versions; undefined without a conflict. */
  readConflict(): Conflict | undefined
  /** Returns the current texts, which `replace` can restore. */
  resolveConflict(choice: ConflictChoice): Texts
  replace(texts: Texts): void
  /** Drops the unsaved text and returns it likewise. */
  giveUp(): Texts
  /** For editors: called synchronously when the texts come from elsewhere. */
  onReplace: LiveDraft['onReplace']
  live: LiveDraft
}

/** The text of an entry, saved during typing. `entry` and `etag` are the service's last answer. */
export function useEntryDraft(entry: Entity, etag: string): EntryDraft {
  // A draft belongs to the entry, not to a version.
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
 * The save state of a draft. It changes several times a second during typing, so only components that show it
 * subscribe: rendering more would delay the next key.
 */
export function useSaving({ live }: EntryDraft): { status: SaveStatus; conflict: Conflict | undefined } {
  const status = useSyncExternalStore(live.subscribe, () => live.shown.status)
  const conflict = useSyncExternalStore(live.subscribe, () => live.shown.conflict)
  return { status, conflict }
}
