import type { Entity } from '@aliquot/contract/entities'
import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import { ActionIcon } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { When } from '../../ui/time/When.tsx'
import { originMessages } from '../imports/origin.messages.ts'
import { savingMessages } from '../saving/saving.messages.ts'
import { useHasKeptInput, useKeptInput } from '../saving/use-kept-input.ts'
import { CommentForm } from './CommentForm.tsx'
import classes from './CommentSection.module.css'
import { CommentText } from './CommentText.tsx'
import { commentMessages } from './comments.messages.ts'
import type { ShownComment } from './comments.queries.ts'
import { commentAnchor } from './linked-comment.ts'
import { peopleOf } from './mentions-in-words.ts'

interface Props {
  entry: Entity
  /** The service cannot be reached; unsent words are kept here. */
  isOffline: boolean
  comment: ShownComment
  /** The URL names it. */
  isLinked: boolean
  isOwn: boolean
  /** The present names of people who are mentioned. */
  names: ReadonlyMap<number, string>
  change(words: string): void
  take(): void
}

export function CommentItem({ entry, isOffline, comment, isLinked, isOwn, names, change, take }: Props) {
  const text = useMessages(commentMessages)
  const saving = useMessages(savingMessages)
  const origin = useMessages(originMessages)
  const [isEditing, setEditing] = useState(false)
  const isSending = comment.isUnsent === true
  // Somebody was editing it when the page was closed.
  useHasKeptInput(entry.id, isOwn ? editName(comment) : undefined, () => setEditing(true))
  return (
    <li
      className={classes.item}
      id={commentAnchor(comment.id)}
      tabIndex={-1}
      data-linked={isLinked || undefined}
      data-sending={isSending || undefined}
    >
      <div className={classes.head}>
        <span className={classes.name}>{comment.origin?.name ?? comment.fullname}</span>
        <span className={classes.time}>
          <When at={comment.origin?.created_at ? Date.parse(comment.origin.created_at) : comment.created_at} />
          {comment.origin && ` · ${origin.importedBy(comment.origin.fullname)}`}
          {comment.modified_at !== comment.created_at && ` · ${text.edited}`}
          {isSending && isOffline && ` · ${saving.offline}`}
        </span>
        {isOwn && !isEditing && !isSending && (
          <span className={`${classes.tools} no-print`}>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={text.edit} onClick={() => setEditing(true)}>
              <Pencil size={14} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={text.remove} onClick={take}>
              <Trash2 size={14} aria-hidden="true" />
            </ActionIcon>
          </span>
        )}
      </div>
      {isEditing ? (
        <EditForm entry={entry} comment={comment} change={change} close={() => setEditing(false)} />
      ) : (
        <CommentText text={comment.comment} names={names} />
      )}
    </li>
  )
}

function EditForm({ entry, comment, change, close }: Pick<Props, 'entry' | 'comment' | 'change'> & { close(): void }) {
  const text = useMessages(commentMessages)
  const [words, setWords, forget] = useKeptInput(entry, editName(comment), withoutMentionLinks(comment.comment))
  const leave = () => {
    forget()
    close()
  }
  return (
    <CommentForm
      label={text.text}
      send={text.save}
      words={words}
      setWords={setWords}
      cancel={leave}
      entry={entry}
      known={peopleOf(comment.comment)}
      submit={(stored) => {
        if (stored !== comment.comment) change(stored)
        leave()
      }}
    />
  )
}

function editName({ id }: ShownComment): string {
  return `comment-${id}`
}
