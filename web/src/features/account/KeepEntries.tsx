import { Switch } from '@mantine/core'
import { useState } from 'react'
import { chooseKeeping, isKeepingChosen } from '../../api/seen.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useSession } from '../session/session.queries.ts'
import { accountMessages } from './account.messages.ts'

/** Whether this device keeps entries for reading without a network. It applies to this browser only. */
export function KeepEntries() {
  const text = useMessages(accountMessages)
  const isAllowed = useSession().can_keep_entries === 1
  const [isChosen, setChosen] = useState(isKeepingChosen)
  return (
    <Switch
      label={text.keepEntries}
      description={isAllowed ? text.keepEntriesHint : text.keepEntriesForbidden}
      disabled={!isAllowed}
      checked={isAllowed && isChosen}
      onChange={({ currentTarget: { checked } }) => {
        setChosen(checked)
        void chooseKeeping(checked)
      }}
    />
  )
}
