import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { type EntryRights, mayWrite, rightsOn } from '../entry-data/entry-rights.ts'
import { useSession } from '../session/session.queries.ts'
import { leadToText } from './lead-to-text.ts'

export const EDIT_KEY = 'e'

interface Reading {
  /** What the page lets the person do now. */
  rights: EntryRights
  /** What they may do, also while they read. */
  allRights: EntryRights
  /** Ends reading; undefined if the page is not open for reading only. */
  edit: (() => void) | undefined
}

/** Entries of others open for reading for admins, so that a stray tap changes nothing. They choose to edit. */
export function useReading(entry: Entity, group: string): Reading {
  const text = useMessages(entryMessages)
  const session = useSession()
  const [isEditing, setEditing] = useState(false)
  const allRights = rightsOn(entry, session)
  const isReading = !isEditing && !allRights.isReadOnly && writesOnlyAsAdmin(entry, session)
  const edit = isReading
    ? () => {
        setEditing(true)
        // The button is gone, and the text takes letters only with the next drawing.
        setTimeout(() => leadToText(document.querySelector('article')))
      }
    : undefined
  useShortcuts(edit ? { [EDIT_KEY]: { label: text.edit, run: edit } } : {}, group)
  return { rights: isReading ? { ...allRights, isReadOnly: true } : allRights, allRights, edit }
}

/** Whether the person may change somebody else's entry only because they are an admin. */
function writesOnlyAsAdmin(entry: Entity, session: Session): boolean {
  return entry.canwrite_base === 20 && !mayWrite({ ...entry, canwrite_base: 10 }, session)
}
