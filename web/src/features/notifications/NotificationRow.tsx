import type { Notification } from '@aliquot/contract/notifications'
import { ActionIcon } from '@mantine/core'
import { Check, Undo2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { AgentNews } from './AgentNews.tsx'
import { EntryNews } from './EntryNews.tsx'
import { JobNews } from './JobNews.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'
import { PersonNews } from './PersonNews.tsx'
import { WebhookNews } from './WebhookNews.tsx'

interface Props {
  told: Notification
  mark(isSeen: 0 | 1): void
  leave(): void
}

/** A notification. A click opens its subject and marks it as read. */
export function NotificationRow({ told, mark, leave }: Props) {
  const text = useMessages(notificationMessages)
  const isUnseen = told.is_ack === 0
  const action = (isUnseen ? text.markSeen : text.markUnseen)(titleOf(told, text))
  const open = () => {
    if (isUnseen) mark(1)
    leave()
  }
  return (
    <li className={classes.row} data-unseen={isUnseen || undefined}>
      <News told={told} open={open} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={action}
        title={action}
        onClick={() => mark(isUnseen ? 1 : 0)}
      >
        {isUnseen ? <Check size={16} aria-hidden /> : <Undo2 size={16} aria-hidden />}
      </ActionIcon>
    </li>
  )
}

function News({ told, open }: { told: Notification; open(): void }) {
  if (told.category === 130) return <WebhookNews told={told} open={open} />
  if (told.category === 131 || told.category === 132) return <JobNews told={told} open={open} />
  if (told.category === 140) return <AgentNews told={told} open={open} />
  if (told.category === 11 || told.category === 12) return <PersonNews told={told} open={open} />
  return <EntryNews told={told} open={open} />
}

function titleOf({ category, body }: Notification, text: typeof notificationMessages.english): string {
  if (category === 130) return body.url
  if (category === 131 || category === 132) return text.exportOf(body.entries)
  if (category === 140) return body.name
  return category === 11 || category === 12 ? body.fullname : body.entity_title
}
