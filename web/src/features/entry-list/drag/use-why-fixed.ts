import { useMessages } from '../../../i18n/messages.tsx'
import { mayWrite, STATE } from '../../entry-data/entry-rights.ts'
import { useSession } from '../../session/session.queries.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { dragMessages } from './drag.messages.ts'

/** Why an entry cannot be moved; undefined if it can. The service decides in the end. */
export function useWhyFixed(): (row: EntryRow) => string | undefined {
  const text = useMessages(dragMessages)
  const session = useSession()
  return (row) => {
    if (row.locked === 1) return text.isLocked
    if (row.state === STATE.archived) return text.isArchived
    if (row.state !== STATE.normal) return text.isDeleted
    return session.can_write === 1 && mayWrite(row, session) ? undefined : text.isReadOnly
  }
}
