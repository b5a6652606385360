import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { TEMPLATES_OF } from '../entry-data/entry-types.ts'
import { entriesLike } from '../links/entry-suggestions.queries.ts'
import { templatesFor } from '../new-entry/templates.queries.ts'
import { apikeyMessages } from './apikeys.messages.ts'
import type { Chosen, ChosenReach } from './deposit-reach.ts'
import { ReachPicker } from './ReachPicker.tsx'

interface Props {
  reach: ChosenReach
  change(reach: ChosenReach): void
}

/** What a deposit key may create from, and what it may add to. */
export function DepositReachFields({ reach, change }: Props) {
  const text = useMessages(apikeyMessages)
  return (
    <>
      <ReachPicker
        label={text.templates}
        description={text.templatesHint}
        placeholder={text.findTemplate}
        find={templatesLike}
        offersAll
        chosen={reach.templates}
        choose={(templates) => change({ ...reach, templates })}
      />
      <ReachPicker
        label={text.entries}
        description={text.entriesHint}
        placeholder={text.findEntry}
        find={chosenLike}
        chosen={reach.entries}
        choose={(entries) => change({ ...reach, entries })}
      />
    </>
  )
}

const MOST_OFFERED = 8

/** Templates of experiments and of resources, by name. */
function templatesLike(letters: string) {
  return queryOptions({
    queryKey: ['templates-of-both', letters] as const,
    queryFn: async (): Promise<Chosen[]> => {
      const kinds = ['experiments', 'items'] as const
      const found = await Promise.all(
        kinds.map(async (makes) => {
          const templates = await queryClient.fetchQuery(templatesFor(makes, letters, MOST_OFFERED))
          return templates.map(({ id, title }) => ({ id, title, type: TEMPLATES_OF[makes] }))
        }),
      )
      return found.flat()
    },
  })
}

function chosenLike(letters: string) {
  const { queryKey, queryFn } = entriesLike(letters)
  return queryOptions({ queryKey, queryFn }) as ReturnType<
    typeof queryOptions<Chosen[], Error, Chosen[], typeof queryKey>
  >
}
