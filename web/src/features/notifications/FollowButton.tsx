import { ActionIcon } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { followMessages } from './follow.messages.ts'
import type { FollowedEntryKey } from './follows.queries.ts'
import { useFollow } from './use-follow.ts'

/** Beside the menu of an entry. Phones have it in the menu only. */
export function FollowButton({ entry }: { entry: FollowedEntryKey }) {
  const text = useMessages(followMessages)
  const follow = useFollow(entry)
  if (!follow) return null
  const { isOn, hint, icon: Icon, run } = follow
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      size={36}
      visibleFrom="sm"
      aria-label={text.follow}
      aria-pressed={isOn}
      title={hint}
      onClick={run}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
