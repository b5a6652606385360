import type { Entity } from '@aliquot/contract/entities'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useSession } from '../session/session.queries.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentSection.module.css'
import { commentsQuery, useComments } from './comments.queries.ts'
import { commentTexts } from './comments.text.ts'

interface Props {
  entry: Entity
  inputRef?: RefObject<HTMLTextAreaElement | null>
}

/** What people say about an experiment, oldest first. Who can read it can comment on it. */
export function CommentSection({ entry, inputRef }: Props) {
  const text = useTexts(commentTexts)
  const session = useSession()
  const { data: comments = entry.comments } = useQuery(commentsQuery(entry.id))
  const { add, change, take } = useComments(entry, session)
  return (
    <section className={classes.section} aria-label={text.title} data-empty={comments.length === 0 || undefined}>
      <Title order={2} size="h4">
        {text.title}
        {comments.length > 0 && (
          <Text span size="sm" c="var(--quiet)" ml="xs">
            {comments.length}
          </Text>
        )}
      </Title>
      {comments.length === 0 && (
        <Text size="sm" c="var(--quiet)" className="no-print">
          {text.none}
        </Text>
      )}
      <ol className={classes.list}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isOwn={session.can_write === 1 && comment.userid === session.userid && comment.immutable === 0}
            change={(words) => change.mutate({ id: comment.id, comment: words })}
            take={() => take(comment)}
          />
        ))}
      </ol>
      {session.can_write === 1 && (
        <CommentForm inputRef={inputRef} label={text.add} send={text.send} submit={(words) => add.mutateAsync(words)} />
      )}
    </section>
  )
}
