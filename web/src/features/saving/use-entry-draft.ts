import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { textsOf } from './entry-transport.ts'
import { type LiveDraft, liveDraft } from './live-drafts.ts'
import type { Conflict, ConflictChoice, SaveStatus } from './saving.types.ts'

/** The text of an entry as it is being written. */
export interface EntryDraft {
  title: string
  setTitle(title: string): void
  body: string
  /** A function is asked for the text only when it is needed. */
  setBody: LiveDraft['setBody']
  status: SaveStatus
  conflict: Conflict | undefined
  resolveConflict(choice: ConflictChoice): void
  /** For editors: told at once when the texts come from somewhere else. */
  onReplace: LiveDraft['onReplace']
}

/** What is written in an entry, saved as it is written. `entry` and `etag` are what the service said last. */
export function useEntryDraft(entry: Entity, etag: string): EntryDraft {
  // A draft belongs to the entry, not to its versions.
  const draft = useMemo(() => liveDraft(entry, etag), [entry.id])
  const shown = useSyncExternalStore(draft.subscribe, () => draft.shown)
  useEffect(() => draft.hold(), [draft])
  useEffect(() => draft.saver.noteRemote({ texts: textsOf(entry), etag }), [draft, entry, etag])
  return useMemo(
    () => ({
      ...shown,
      setTitle: draft.setTitle,
      setBody: draft.setBody,
      resolveConflict: draft.saver.resolveConflict,
      onReplace: draft.onReplace,
    }),
    [draft, shown],
  )
}
