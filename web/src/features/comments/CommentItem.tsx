import { ActionIcon } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { When } from '../../ui/When.tsx'
import { CommentForm } from './CommentForm.tsx'
import classes from './CommentSection.module.css'
import { CommentText } from './CommentText.tsx'
import type { ShownComment } from './comments.queries.ts'
import { commentTexts } from './comments.text.ts'

interface Props {
  comment: ShownComment
  isOwn: boolean
  change(words: string): void
  take(): void
}

export function CommentItem({ comment, isOwn, change, take }: Props) {
  const text = useTexts(commentTexts)
  const [isEditing, setEditing] = useState(false)
  const isSending = comment.id < 0
  return (
    <li className={classes.item} data-sending={isSending || undefined}>
      <div className={classes.head}>
        <span className={classes.name}>{comment.fullname}</span>
        <span className={classes.time}>
          <When at={comment.created_at} />
          {comment.modified_at !== comment.created_at && ` · ${text.edited}`}
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
        <CommentForm
          label={text.text}
          send={text.save}
          initial={comment.comment}
          cancel={() => setEditing(false)}
          submit={async (words) => {
            setEditing(false)
            if (words !== comment.comment) change(words)
          }}
        />
      ) : (
        <CommentText text={comment.comment} />
      )}
    </li>
  )
}
