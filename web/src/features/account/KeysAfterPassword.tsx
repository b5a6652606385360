import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { AskFirst } from '../../ui/layout/AskFirst.tsx'
import { Card } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { accountMessages } from './account.messages.ts'
import { deleteOwnApikeys, ownApikeys } from './account.queries.ts'

/** A new password ends sessions but not keys: whoever knew the old one may have created some. */
export function KeysAfterPassword() {
  const text = useMessages(accountMessages)
  const client = useQueryClient()
  const { show } = useToasts()
  const { data: keys = [] } = useQuery(ownApikeys())
  const remove = async () => {
    await deleteOwnApikeys()
    client.setQueryData(ownApikeys().queryKey, [])
    show({ message: text.keysRemoved })
  }
  if (keys.length === 0) return null
  return (
    <Card>
      <Stack gap="sm">
        <Text size="sm">{text.keysStillWork(keys.length)}</Text>
        <AskFirst label={text.removeKeysToo} icon={Trash2} question={text.removeKeysForGood} run={remove} />
      </Stack>
    </Card>
  )
}
