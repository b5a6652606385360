import type { Notification } from '@aliquot/contract/notifications'
import { ActionIcon } from '@mantine/core'
import { Check, Undo2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { EntryNews } from './EntryNews.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'
import { PersonNews } from './PersonNews.tsx'

interface Props {
  told: Notification
  mark(isSeen: 0 | 1): void
  leave(): void
}

/** A notification. A click opens its subject and marks it as read. */
export function NotificationRow({ told, mark, leave }: Props) {
  const text = useMessages(notificationMessages)
  const isUnseen = told.is_ack === 0
  const isOfPerson = told.category === 11 || told.category === 12
  const title = isOfPerson ? told.body.fullname : told.body.entity_title
  const action = (isUnseen ? text.markSeen : text.markUnseen)(title)
  const open = () => {
    if (isUnseen) mark(1)
    leave()
  }
  return (
    <li className={classes.row} data-unseen={isUnseen || undefined}>
      {isOfPerson ? <PersonNews told={told} open={open} /> : <EntryNews told={told} open={open} />}
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
