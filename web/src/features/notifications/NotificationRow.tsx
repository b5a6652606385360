import type { Notification } from '@aliquot/contract/notifications'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Undo2 } from 'lucide-react'
import { type Language, useLanguage, useMessages } from '../../i18n/messages.tsx'
import { parseServiceTime } from '../../ui/time/time.ts'
import { When } from '../../ui/time/When.tsx'
import { commentAnchor } from '../comments/linked-comment.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { entryLink, typeOfPage } from '../entry-data/entry-types.ts'
import { stepAnchor } from '../steps/step-anchor.ts'
import classes from './NotificationRow.module.css'
import { type NotificationMessages, notificationMessages } from './notifications.messages.ts'

interface Props {
  told: Notification
  mark(isSeen: 0 | 1): void
  leave(): void
}

/** A comment, a deadline or a request. A click opens it in the entry and marks it as read. */
export function NotificationRow({ told, mark, leave }: Props) {
  const text = useMessages(notificationMessages)
  const client = useQueryClient()
  const { body } = told
  const { language } = useLanguage()
  const news = newsOf(told, text, language)
  const isUnseen = told.is_ack === 0
  const action = (isUnseen ? text.markSeen : text.markUnseen)(body.entity_title)
  return (
    <li className={classes.row} data-unseen={isUnseen || undefined}>
      <Link
        {...entryLink({ type: typeOfPage(news.page), id: body.entity_id })}
        {...(news.anchor && { hash: news.anchor })}
        className={classes.link}
        onClick={() => {
          if (isUnseen) mark(1)
          // An entry that is already open does not know of it yet.
          for (const part of ['comments', 'steps', 'requests'] as const)
            void client.invalidateQueries({ queryKey: entryKeys[part](body.entity_id) })
          leave()
        }}
      >
        {isUnseen && <VisuallyHidden component="span">{text.unread} </VisuallyHidden>}
        <span>
          {news.phrase} <b>{body.entity_title}</b>
        </span>
        {news.words && <span className={classes.words}>{news.words}</span>}
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

interface News {
  page: string
  phrase: string
  words?: string
  /** The anchor on the entry's page. */
  anchor?: string
}

function newsOf(told: Notification, text: NotificationMessages, language: Language): News {
  if (told.category === 10) {
    const { page, commenter_fullname, comment, comment_id } = told.body
    return { page, phrase: text.commented(commenter_fullname), words: comment, anchor: commentAnchor(comment_id) }
  }
  if (told.category === 13) {
    const { entity_page, deadline, step, step_id } = told.body
    const time = parseServiceTime(deadline).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
    return { page: entity_page, phrase: text.due(time), words: step, anchor: stepAnchor(step_id) }
  }
  const { entity_page, requester_fullname, action } = told.body
  return { page: entity_page, phrase: text.asked[action](requester_fullname) }
}
