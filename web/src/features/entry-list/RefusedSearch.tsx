import { Text } from '@mantine/core'
import type { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { listPartMessages } from './list-parts.messages.ts'
import { Message } from './Message.tsx'
import { SearchHint } from './SearchBox.tsx'

/** A search that the service does not understand, with the place in it. */
export function RefusedSearch({ error }: { error: ApiError }) {
  const text = useMessages(listPartMessages)
  const { before, rest } = error.params ?? {}
  return (
    <Message title={text.searchRefused} hint={text.searchRefusedHint}>
      <SearchHint refused={error} />
      {typeof before === 'string' && typeof rest === 'string' && (
        <Text size="sm" ff="monospace">
          {text.placeInQuery(before, rest)}
        </Text>
      )}
    </Message>
  )
}
