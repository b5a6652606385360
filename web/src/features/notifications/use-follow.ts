import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { isNewEntry } from '../../api/new-entries.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { followMessages } from './follow.messages.ts'
import { type FollowedEntryKey, followOf, useSetFollow } from './follows.queries.ts'

/** Follows an entry or stops, with undo. Undefined until it is known whether the reader follows it. */
export function useFollow(entry: FollowedEntryKey): (EntryAction & { isOn: boolean; hint: string }) | undefined {
  const text = useMessages(followMessages)
  const { show, fail } = useToasts()
  const { data } = useQuery({ ...followOf(entry), enabled: !isNewEntry(entry.id) })
  const { mutateAsync } = useSetFollow()
  if (!data) return undefined
  const isOn = data.is_following === 1
  const set = (isWanted: boolean) => mutateAsync({ entry, isWanted })
  const run = () => {
    set(!isOn)
      .then(() => show({ message: isOn ? text.unfollowed : text.followed, undo: () => set(isOn) }))
      .catch(fail)
  }
  return {
    id: 'follow',
    label: isOn ? text.unfollow : text.follow,
    hint: isOn ? text.following : text.hint,
    icon: isOn ? BellRing : Bell,
    isOn,
    run,
  }
}
