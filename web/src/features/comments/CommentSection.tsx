import type { Entity } from '@aliquot/contract/entities'
import { mentionsInMarkdown } from '@aliquot/contract/mention-text'
import { Text } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { CountedTitle } from '../../ui/layout/CountedTitle.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useLinkedPart } from '../../ui/words/linked-part.ts'
import { useNames } from '../mentions/mentions.queries.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import { useSession } from '../session/session.queries.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentSection.module.css'
import { commentMessages } from './comments.messages.ts'
import { useComments } from './comments.queries.ts'
import { commentAnchor } from './linked-comment.ts'

interface Props {
  entry: Entity
  inputRef?: RefObject<HTMLTextAreaElement | null>
}

/** The comments of an entry, oldest first. Every reader can comment. */
export function CommentSection({ entry, inputRef }: Props) {
  const text = useMessages(commentMessages)
  const session = useSession()
  const { fail } = useToasts()
  const { comments, isOffline, refused, add, change, take, letGo, onRefused } = useComments(entry, session)
  const names = useNames(comments.flatMap(({ comment }) => mentionsInMarkdown(comment).map(({ userid }) => userid)))
  const linked = useLinkedPart(comments.map(({ id }) => commentAnchor(id)))
  const [words, setWords, forget] = useKeptInput(entry, 'comment')
  // Refused words go back into the field, which keeps them from then on.
  useEffect(() => {
    for (const one of refused) {
      setWords((before) => (before === '' ? one.comment : `${before}\n${one.comment}`))
      letGo(one)
    }
  }, [refused])
  useEffect(() => onRefused(fail))
  return (
    <section className={classes.section} aria-label={text.title} data-empty={comments.length === 0 || undefined}>
      <CountedTitle title={text.title} count={comments.length} />
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
            isLinked={commentAnchor(comment.id) === linked}
            names={names}
            isOwn={session.can_write === 1 && comment.userid === session.userid && comment.immutable === 0}
            entry={entry}
            isOffline={isOffline}
            change={(words) => change(comment.id, words)}
            take={() => take(comment)}
          />
        ))}
      </ol>
      {session.can_write === 1 && (
        <CommentForm
          inputRef={inputRef}
          label={text.add}
          send={text.send}
          words={words}
          setWords={setWords}
          entry={entry}
          submit={(stored) => {
            add(stored)
            forget()
          }}
        />
      )}
    </section>
  )
}
