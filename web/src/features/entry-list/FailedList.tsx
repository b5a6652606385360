import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/message.module.css'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { entryListMessages } from './entry-list.messages.ts'
import { SearchHint } from './SearchBox.tsx'

/** A list that was refused or could not be reached. */
export function FailedList({ error, retry }: { error: Error; retry(): void }) {
  const text = useMessages(entryListMessages)
  const common = useMessages(commonMessages)
  if (error instanceof ApiError && error.status === 400) {
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
  return (
    <Message title={text.listFailed} hint={<ProblemLine error={error} />}>
      <Button variant="light" onClick={retry}>
        {common.retry}
      </Button>
    </Message>
  )
}

/** A heading, what to know, and what to do. */
export function Message({ title, hint, children }: { title: string; hint: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.message}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text component="div" c="var(--quiet)" maw="30rem">
        {hint}
      </Text>
      {children}
    </div>
  )
}
