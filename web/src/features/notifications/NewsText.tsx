import type { Notification } from '@aliquot/contract/notifications'
import { VisuallyHidden } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { When } from '../../ui/time/When.tsx'
import classes from './NotificationRow.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Notification
  /** Comes before the title. */
  phrase: string
  title: string
  words?: string | undefined
}

/** The text of a notification, the same for every category. */
export function NewsText({ told, phrase, title, words }: Props) {
  const text = useMessages(notificationMessages)
  return (
    <>
      {told.is_ack === 0 && <VisuallyHidden component="span">{text.unread} </VisuallyHidden>}
      <span>
        {phrase} <b>{title}</b>
      </span>
      {words && <span className={classes.words}>{words}</span>}
      <span className={classes.time}>
        <When at={told.created_at} />
      </span>
    </>
  )
}
