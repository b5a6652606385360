import type { Entity } from '@aliquot/contract/entities'
import type { ListedRequest } from '@aliquot/contract/request-actions'
import { Button, Text } from '@mantine/core'
import { Hand } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import banner from '../../ui/layout/EntryBanner.module.css'
import { When } from '../../ui/time/When.tsx'
import { CommentForm } from '../comments/CommentForm.tsx'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import { useSession } from '../session/session.queries.ts'
import classes from './RequestLines.module.css'
import { requestMessages } from './requests.messages.ts'
import { actionOf, useRequests } from './requests.queries.ts'

const QUIET = { size: 'compact-sm', h: 32, fw: 500, variant: 'default' } as const

interface Props {
  entry: Entity
  actions: readonly EntryAction[]
}

/** The pending requests of this entry. Whoever is asked fulfils or declines them here. */
export function RequestLines({ entry, actions }: Props) {
  const text = useMessages(requestMessages)
  const { requests, review, askForChanges, withdraw } = useRequests(entry)
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
            {isOfMe && actionOf(request) === 'review' && (
              <WantedChanges entry={entry} requestId={request.id} send={(words) => askForChanges(request, words)} />
            )}
            {(isMine || isOfMe) && (
              <Button {...QUIET} onClick={() => withdraw(request)}>
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

interface WantedProps {
  entry: Entity
  requestId: number
  send(words: string): void
}

/** A reviewer says what should change. The words are kept while they are typed, as those of a comment. */
function WantedChanges({ entry, requestId, send }: WantedProps) {
  const text = useMessages(requestMessages)
  const [isOpen, setOpen] = useState(false)
  const [words, setWords, forget] = useKeptInput(entry, `changes of request ${requestId}`)
  const button = useRef<HTMLButtonElement>(null)
  if (!isOpen) {
    return (
      <Button {...QUIET} ref={button} onClick={() => setOpen(true)}>
        {text.askForChanges}
      </Button>
    )
  }
  const close = () => {
    setOpen(false)
    setTimeout(() => button.current?.focus())
  }
  return (
    <div className={classes.changes}>
      <CommentForm
        label={text.wantedChanges}
        placeholder={text.wantedChanges}
        send={text.sendChanges}
        words={words}
        setWords={setWords}
        cancel={close}
        entry={entry}
        submit={(stored) => {
          send(stored.trim())
          forget()
          close()
        }}
      />
    </div>
  )
}
