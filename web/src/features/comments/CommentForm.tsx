import { COMMENT_LIMIT } from '@aliquot/contract/limits'
import { Button, Group, Text, Textarea } from '@mantine/core'
import type { RefObject } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { Keys } from '../../ui/keys/Keys.tsx'
import classes from './CommentSection.module.css'
import { commentMessages } from './comments.messages.ts'

interface Props {
  label: string
  send: string
  placeholder?: string
  words: string
  setWords(words: string): void
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
  cancel?: () => void
  submit(): void
}

/** Ctrl-Enter sends. */
export function CommentForm({ label, send, placeholder, words, setWords, inputRef, cancel, submit }: Props) {
  const text = useMessages(commentMessages)
  const isEmpty = words.trim() === ''
  const length = useLength(words, COMMENT_LIMIT)
  const submitWords = () => {
    if (!isEmpty && !length.isTooLong) submit()
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
        ref={inputRef}
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
