import { COMMENT_LIMIT } from '@aliquot/contract/limits'
import type { Mentionable } from '@aliquot/contract/mentions'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { Keys } from '../../ui/keys/Keys.tsx'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { FieldMentions } from '../mentions/FieldMentions.tsx'
import classes from './CommentSection.module.css'
import { commentMessages } from './comments.messages.ts'
import { linkMentions, type People } from './mentions-in-words.ts'

interface Props {
  label: string
  send: string
  placeholder?: string
  words: string
  setWords(words: string): void
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
  cancel?: () => void
  entry: EntryRef
  /** People that the comment mentions already. */
  known?: People
  /** With links in the place of chosen names. */
  submit(stored: string): void
}

/** Ctrl-Enter sends. */
export function CommentForm(props: Props) {
  const { label, send, placeholder, words, setWords, inputRef, cancel, entry, known, submit } = props
  const text = useMessages(commentMessages)
  const isEmpty = words.trim() === ''
  const length = useLength(words, COMMENT_LIMIT)
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const field = inputRef ?? ownRef
  const chosen = useRef(new Map<number, string>())
  const submitWords = () => {
    if (isEmpty || length.isTooLong) return
    submit(linkMentions(words, new Map([...(known ?? []), ...chosen.current])))
    chosen.current.clear()
  }
  const writeName = ({ userid, fullname }: Mentionable) => {
    chosen.current.set(userid, fullname)
    return `@${fullname}`
  }

  return (
    <form
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault()
        submitWords()
      }}
    >
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder ?? text.placeholder}
        autosize
        minRows={2}
        maxRows={16}
        {...length.props}
        value={words}
        autoFocus={cancel !== undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            submitWords()
          }
          if (event.key === 'Escape') cancel?.()
        }}
      />
      <FieldMentions field={field} entry={entry} write={writeName} setText={setWords} />
      {(!isEmpty || cancel) && (
        <div className={classes.foot}>
          <Text size="xs" c="var(--quiet)">
            {text.hint}
          </Text>
          <Group gap="xs">
            {cancel && (
              <Button variant="default" size="compact-md" onClick={cancel}>
                {text.cancel}
              </Button>
            )}
            <Button
              type="submit"
              size="compact-md"
              disabled={isEmpty || length.isTooLong}
              rightSection={<Keys of="mod+Enter" />}
            >
              {send}
            </Button>
          </Group>
        </div>
      )}
    </form>
  )
}
