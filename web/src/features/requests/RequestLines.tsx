import type { Entity } from '@aliquot/contract/entities'
import type { ListedRequest } from '@aliquot/contract/request-actions'
import { Button, Text } from '@mantine/core'
import { Hand } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import banner from '../../ui/layout/EntryBanner.module.css'
import { When } from '../../ui/time/When.tsx'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { useSession } from '../session/session.queries.ts'
import classes from './RequestLines.module.css'
import { requestMessages } from './requests.messages.ts'
import { actionOf, useRequests } from './requests.queries.ts'

interface Props {
  entry: Entity
  actions: readonly EntryAction[]
}

/** The pending requests of this entry. Whoever is asked fulfils or declines them here. */
export function RequestLines({ entry, actions }: Props) {
  const text = useMessages(requestMessages)
  const { requests, review, withdraw } = useRequests(entry)
  const { userid } = useSession()
  if (requests.length === 0) return null
  return (
    <ul className={`${classes.lines} no-print`} aria-label={text.title}>
      {requests.map((request) => {
        const isMine = request.requester_userid === userid
        const isOfMe = request.target_userid === userid
        const deed = isOfMe ? deedFor(request) : undefined
        return (
          <li key={request.id} className={banner.banner}>
            <Hand size={18} aria-hidden="true" />
            <Text size="sm" flex={1} miw="12rem">
              {describe(request)}
              <Text span size="sm" c="var(--quiet)" ms="xs">
                <When at={request.created_at} />
              </Text>
            </Text>
            {deed && (
              <Button size="compact-sm" h={32} onClick={deed.run}>
                {deed.label}
              </Button>
            )}
            {(isMine || isOfMe) && (
              <Button size="compact-sm" h={32} fw={500} variant="default" onClick={() => withdraw(request)}>
                {isMine ? text.takeBack : text.turnDown}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )

  function describe(request: ListedRequest): string {
    const action = actionOf(request)
    const { requester_fullname: requester, target_fullname: target } = request
    if (request.target_userid === userid) return text.asksYou[action](requester)
    if (request.requester_userid === userid) return text.youAskedOf[action](target)
    return text.asksOther[action](requester, target)
  }

  function deedFor(request: ListedRequest): { label: string; run(): void } | undefined {
    const action = actionOf(request)
    if (action === 'review') return { label: text.reviewed, run: () => void review() }
    return actions.find(({ id }) => id === action)
  }
}
