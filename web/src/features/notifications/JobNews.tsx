import type { Notification } from '@aliquot/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { NewsText } from './NewsText.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Extract<Notification, { category: 131 | 132 }>
  open(): void
}

/** An export that is ready, or failed, with a link to where it can be fetched or started again. */
export function JobNews({ told, open }: Props) {
  const text = useMessages(notificationMessages)
  const { body } = told
  const isReady = told.category === 132
  const words = 'message' in body ? body.message || text.exportHint : ''
  const phrase = isReady ? text.jobDone : text.jobFailed
  return (
    <Link to={body.export === null ? '/experiments' : '/exports'} className={classes.link} onClick={open}>
      <NewsText told={told} phrase={phrase} title={text.exportOf(body.entries)} words={words} />
    </Link>
  )
}
