import type { Notification } from '@aliquot/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Language } from '../../i18n/catalogue.ts'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { parseServiceTime } from '../../ui/time/time.ts'
import { commentAnchor } from '../comments/linked-comment.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { entryLink, typeOfPage } from '../entry-data/entry-types.ts'
import { stepAnchor } from '../steps/step-anchor.ts'
import { wordsOfChanges } from './changes-in-words.ts'
import { NewsText } from './NewsText.tsx'
import classes from './NotificationRow.module.css'
import { type NotificationMessages, notificationMessages } from './notifications.messages.ts'

type OfEntry = Extract<Notification, { category: 10 | 13 | 90 | 110 | 120 }>

interface Props {
  told: OfEntry
  open(): void
}

/** A comment, a deadline, a mention, a request or changes of a followed entry, with a link to its place. */
export function EntryNews({ told, open }: Props) {
  const text = useMessages(notificationMessages)
  const client = useQueryClient()
  const { language } = useLanguage()
  const { entity_id: id, entity_title: title } = told.body
  const { page, phrase, words, anchor } = newsOf(told, text, language)
  return (
    <Link
      {...entryLink({ type: typeOfPage(page), id })}
      {...(anchor && { hash: anchor })}
      className={classes.link}
      onClick={() => {
        // An entry that is already open does not know of it yet.
        for (const part of ['comments', 'steps', 'requests'] as const)
          void client.invalidateQueries({ queryKey: entryKeys[part](id) })
        open()
      }}
    >
      <NewsText told={told} phrase={phrase} title={title} words={words} />
    </Link>
  )
}

interface News {
  page: string
  phrase: string
  words?: string
  /** The anchor on the entry's page. */
  anchor?: string
}

function newsOf(told: OfEntry, text: NotificationMessages, language: Language): News {
  if (told.category === 10) {
    const { page, commenter_fullname, comment, comment_id } = told.body
    return { page, phrase: text.commented(commenter_fullname), words: comment, anchor: commentAnchor(comment_id) }
  }
  if (told.category === 13) {
    const { entity_page, deadline, step, step_id } = told.body
    const time = parseServiceTime(deadline).toLocaleString(localeOf(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    return { page: entity_page, phrase: text.due(time), words: step, anchor: stepAnchor(step_id) }
  }
  if (told.category === 110) {
    const { entity_page, mentioner_fullname, excerpt, comment_id } = told.body
    const anchor = comment_id === null ? {} : { anchor: commentAnchor(comment_id) }
    return { page: entity_page, phrase: text.mentioned(mentioner_fullname), words: excerpt, ...anchor }
  }
  if (told.category === 120) {
    const { entity_page, fullname, changes } = told.body
    return { page: entity_page, phrase: text.changed(fullname), words: wordsOfChanges(changes, text, language) }
  }
  const { entity_page, requester_fullname, action } = told.body
  return { page: entity_page, phrase: text.asked[action](requester_fullname) }
}
