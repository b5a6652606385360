import { Button } from '@mantine/core'
import { ApiError } from '../../api/client.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { entryListMessages } from './entry-list.messages.ts'
import { Message } from './Message.tsx'

const RefusedSearch = onDemand(async () => (await import('./RefusedSearch.tsx')).RefusedSearch)

/** A list that was refused or could not be reached. */
export function FailedList({ error, retry }: { error: Error; retry(): void }) {
  const text = useMessages(entryListMessages)
  const common = useMessages(commonMessages)
  if (error instanceof ApiError && error.status === 400) {
    return <RefusedSearch error={error} />
  }
  return (
    <Message title={text.listFailed} hint={<ProblemLine error={error} />}>
      <Button variant="light" onClick={retry}>
        {common.retry}
      </Button>
    </Message>
  )
}
