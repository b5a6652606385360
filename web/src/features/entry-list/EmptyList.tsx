import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { ENTRY_TYPES } from '../entry-data/entry-types.ts'
import { entryListMessages } from './entry-list.messages.ts'
import { listPartMessages } from './list-parts.messages.ts'
import { hasFilters, type ListSearch, withoutFilters } from './list-search.ts'
import { useListType, useListTypeMessages } from './list-type.ts'
import { Message } from './Message.tsx'
import { looksLikeQuery } from './query-language.ts'

/** An empty list: why, and what to do. */
export function EmptyList({ search, create }: { search: ListSearch; create(): void }) {
  const text = useMessages(listPartMessages)
  const ofList = useMessages(entryListMessages)
  const ofType = useListTypeMessages()
  const { list } = ENTRY_TYPES[useListType()]
  if (hasFilters(search)) {
    const whole = withoutFilters(search)
    return (
      <Message
        title={text.nothingFound}
        hint={isWordsOnly(search) ? text.nothingForWords(search.q) : text.nothingFoundHint}
      >
        {search.q !== undefined && looksLikeQuery(search.q) && (
          <Text size="sm" c="var(--quiet)" maw="30rem">
            {text.searchRefusedHint}
          </Text>
        )}
        <Button variant="default" renderRoot={(props) => <Link to={list} search={whole} {...props} />}>
          {ofList.clearFilters}
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
      <Anchor size="sm" renderRoot={(props) => <Link to="/import/{-$id}" params={{ id: undefined }} {...props} />}>
        {text.import}
      </Anchor>
    </Message>
  )
}

/** Plain words, and no other filter that could hide an entry. */
function isWordsOnly(search: ListSearch): search is ListSearch & { q: string } {
  const { q, ...others } = search
  return q !== undefined && !looksLikeQuery(q) && !hasFilters(others)
}
