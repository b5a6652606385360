import type { Notification } from '@aliquot/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { NewsText } from './NewsText.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Extract<Notification, { category: 11 | 12 }>
  open(): void
}

/** A new person, with a link to them among the members: such news is only about the current team. */
export function PersonNews({ told, open }: Props) {
  const text = useMessages(notificationMessages)
  const { fullname, team } = told.body
  const phrase = told.category === 11 ? text.isNew(team) : text.waits(team)
  return (
    <Link
      to="/team/{-$section}"
      params={{ section: 'members' }}
      search={{ person: fullname }}
      className={classes.link}
      onClick={open}
    >
      <NewsText told={told} phrase={phrase} title={fullname} />
    </Link>
  )
}
