import type { EntityType } from '@aliquot/contract/common'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { isNewEntry, onEntryCreated } from '../../api/new-entries.ts'
import { useReachability } from '../../api/reachability.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/panels.module.css'
import { entryLink } from '../entry-data/entry-types.ts'
import { listDrafts } from '../saving/drafts.ts'
import { DRAFTS } from '../saving/use-kept-tools.ts'
import { waitingEntriesMessages } from './waiting-entries.messages.ts'

const LOOK_EVERY = 3_000
/** What is being typed in another tab is about to be sent. */
const SOON = 5_000

/** New entries on this device that the service does not have yet. */
export function WaitingEntries({ type }: { type: EntityType }) {
  const text = useMessages(waitingEntriesMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const isReached = useReachability() === 'reached'
  const { data: drafts = [] } = useQuery({
    queryKey: [DRAFTS, 'new'],
    queryFn: async () => (await listDrafts()).filter(({ entryId }) => isNewEntry(entryId)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.length ? LOOK_EVERY : false),
  })
  useEffect(() => onEntryCreated(() => void client.invalidateQueries({ queryKey: [DRAFTS] })), [client])
  const waiting = drafts.filter((draft) => draft.type === type && (!isReached || Date.now() - draft.savedAt > SOON))
  if (waiting.length === 0) return null
  return (
    <section aria-label={text.waiting}>
      <ul className={classes.lines}>
        {waiting.map((draft) => (
          <li key={draft.entryId}>
            <Link className={`${classes.line} ${classes.entry}`} {...entryLink({ type, id: draft.entryId })}>
              <CloudOff size={16} aria-hidden />
              <span className={classes.name}>{draft.title || common.untitled}</span>
              <Text span size="sm" c="var(--quiet)">
                {isReached ? text.notSent : text.waiting}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
