import type { Mentionable } from '@aliquot/contract/mentions'
import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { readLists, withNamed, withoutNamed } from '../entry-data/permission-lists.ts'
import { flushFields, keepField, shownEntry } from '../saving/live-fields.ts'
import { mentionMessages } from './mentions.messages.ts'
import { mentionable } from './mentions.queries.ts'

/** Shares an entry with a person for reading, with undo. Resolves to whether they can read it now. */
export function useShareForReading(entry: EntryRef) {
  const text = useMessages(mentionMessages)
  const client = useQueryClient()
  const { show } = useToasts()
  return async ({ userid, fullname }: Mentionable): Promise<boolean> => {
    const named = { kind: 'users', id: userid } as const
    const readers = () => readLists(shownEntry(entry.id).canread)
    keepField(entry.id, 'canread', withNamed(readers(), named))
    await flushFields(entry.id)
    // The service decides: the text with the mention must come after the right to read it.
    const query = { ...mentionable(entry, fullname), staleTime: 0 }
    const found = await client.fetchQuery(query).catch((): Mentionable[] => [])
    const canRead = found.some((one) => one.userid === userid && one.can_read === 1)
    if (!canRead) show({ message: text.notShared(fullname) })
    else {
      const undo = () => keepField(entry.id, 'canread', withoutNamed(readers(), named))
      show({ message: text.shared(fullname), undo })
    }
    void client.invalidateQueries({ queryKey: ['people', 'mentionable', entry.id] })
    return canRead
  }
}
