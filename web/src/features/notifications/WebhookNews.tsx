import type { Notification } from '@aliquot/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { NewsText } from './NewsText.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Extract<Notification, { category: 130 }>
  open(): void
}

const PAGES = { user: '/account/{-$section}', team: '/team/{-$section}', instance: '/admin/{-$section}' } as const

/** A webhook that was switched off, with a link to where it can be resumed. */
export function WebhookNews({ told, open }: Props) {
  const text = useMessages(notificationMessages)
  const { url, scope, reason } = told.body
  return (
    <Link to={PAGES[scope]} params={{ section: 'webhooks' }} className={classes.link} onClick={open}>
      <NewsText told={told} phrase={text.webhookOff} title={url} words={text.offReasons[reason]} />
    </Link>
  )
}
