import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { ENTRY_TYPES } from '../entry-data/entry-types.ts'
import { entryListMessages } from './entry-list.messages.ts'
import { hasFilters, type ListSearch, withoutFilters } from './list-search.ts'
import { useListType, useListTypeMessages } from './list-type.ts'
import { SearchHint } from './SearchBox.tsx'

/** An empty list: why, and what to do. */
export function EmptyList({ search, create }: { search: ListSearch; create(): void }) {
  const text = useMessages(entryListMessages)
  const ofType = useListTypeMessages()
  const { list } = ENTRY_TYPES[useListType()]
  if (hasFilters(search)) {
    const whole = withoutFilters(search)
    return (
      <Message title={text.nothingFound} hint={ofType.nothingFoundHint}>
        {search.q !== undefined && (
          <Text size="sm" c="var(--quiet)" maw="30rem">
            {text.searchRefusedHint}
          </Text>
        )}
        <Button variant="default" renderRoot={(props) => <Link to={list} search={whole} {...props} />}>
          {text.clearFilters}
        </Button>
      </Message>
    )
  }
  if (search.state) {
    const [title, hint] =
      search.state === 'deleted' ? [text.trashEmpty, text.trashEmptyHint] : [text.noneArchived, text.noneArchivedHint]
    return (
      <Message title={title} hint={hint}>
        <Button variant="default" component={Link} to={list}>
          {text.backToList}
        </Button>
      </Message>
    )
  }
  return (
    <Message title={ofType.noneYet} hint={ofType.noneYetHint}>
      <Button
        c="var(--mantine-primary-color-contrast)"
        leftSection={<Plus size={16} aria-hidden="true" />}
        onClick={create}
      >
        {ofType.create}
      </Button>
    </Message>
  )
}

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

function Message({ title, hint, children }: { title: string; hint: ReactNode; children?: ReactNode }) {
  return (
    <Stack align="center" ta="center" gap="sm" py="4rem" px="md">
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text component="div" c="var(--quiet)" maw="30rem">
        {hint}
      </Text>
      {children}
    </Stack>
  )
}
