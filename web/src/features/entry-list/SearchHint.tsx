import { Text } from '@mantine/core'
import type { ApiError } from '../../api/client.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayOfField, useRefusalWords, withCapital } from '../../i18n/refusals.ts'
import { searchHintMessages } from './search-hint.messages.ts'

/** What an unfinished search still needs, said quietly: the last results stay below. */
export function SearchHint({ refused }: { refused: ApiError }) {
  return (
    <Text size="xs" c="var(--quiet)" mt="2xs">
      {useSearchHint(refused)}
    </Text>
  )
}

/** Why a search is not understood, without the name of its parameter. */
export function useSearchHint(refused: ApiError): string {
  const text = useMessages(searchHintMessages)
  const { language } = useLanguage()
  useRefusalWords(language)
  switch (refused.reason) {
    case 'query.no_closing_quote':
      return text.quote
    case 'query.no_closing':
      return text.parenthesis
    case 'query.no_value_of':
      return text.valueOf(String(refused.params?.name))
    case 'query.no_term':
      return text.term
    default: {
      // Its words may not have loaded yet, or belong to a newer service.
      return withCapital(sayOfField(refused, language).replace(/^\w+: /, ''), language)
    }
  }
}
