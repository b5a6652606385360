import type { Notification } from '@aliquot/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { NewsText } from './NewsText.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Extract<Notification, { category: 140 }>
  open(): void
}

/** An agent of an instrument that is silent, with a link to the list of agents. */
export function AgentNews({ told, open }: Props) {
  const text = useMessages(notificationMessages)
  const { name, host } = told.body
  return (
    <Link to="/team/{-$section}" params={{ section: 'instruments' }} className={classes.link} onClick={open}>
      <NewsText told={told} phrase={text.agentSilent} title={name} words={text.agentHint(host)} />
    </Link>
  )
}
