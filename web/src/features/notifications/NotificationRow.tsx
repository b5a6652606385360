import type { Notification } from '@aliquot/contract/notifications'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Undo2 } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { When } from '../../ui/When.tsx'
import { commentAnchor } from '../comments/linked-comment.ts'
import { entryKeys } from '../entry/entry.queries.ts'
import { entryLink, typeOfPage } from '../entry/entry-types.ts'
import classes from './NotificationRow.module.css'
import { notificationTexts } from './notifications.text.ts'

interface Props {
  told: Notification
  mark(isSeen: 0 | 1): void
  leave(): void
}

/** A comment on an entry of one's own. A click opens it there and counts as having read it. */
export function NotificationRow({ told, mark, leave }: Props) {
  const text = useTexts(notificationTexts)
  const client = useQueryClient()
  const { body } = told
  const isUnseen = told.is_ack === 0
  const action = (isUnseen ? text.markSeen : text.markUnseen)(body.entity_title)
  return (
    <li className={classes.row} data-unseen={isUnseen || undefined}>
      <Link
        {...entryLink({ type: typeOfPage(body.page), id: body.entity_id })}
        hash={commentAnchor(body.comment_id)}
        className={classes.link}
        onClick={() => {
          if (isUnseen) mark(1)
          // A page that is open already does not know of it yet.
          void client.invalidateQueries({ queryKey: entryKeys.comments(body.entity_id) })
          leave()
        }}
      >
        {isUnseen && <VisuallyHidden component="span">{text.unread} </VisuallyHidden>}
        <span>
          {text.commented(body.commenter_fullname)} <b>{body.entity_title}</b>
        </span>
        <span className={classes.words}>{body.comment}</span>
        <span className={classes.time}>
          <When at={told.created_at} />
        </span>
      </Link>
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
