import { Button, Group, Text, Textarea } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { Keys } from '../../ui/Keys.tsx'
import classes from './CommentSection.module.css'
import { commentTexts } from './comments.text.ts'

interface Props {
  label: string
  send: string
  initial?: string
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
  cancel?: () => void
  submit(words: string): Promise<unknown>
}

/** Ctrl-Enter sends. Words that were refused come back into the field. */
export function CommentForm({ label, send, initial = '', inputRef, cancel, submit }: Props) {
  const text = useTexts(commentTexts)
  const [words, setWords] = useState(initial)
  const isEmpty = words.trim() === ''

  const submitWords = async () => {
    if (isEmpty) return
    setWords('')
    try {
      await submit(words)
    } catch {
      setWords((since) => (since === '' ? words : `${words}\n${since}`))
    }
  }

  return (
    <form
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault()
        void submitWords()
      }}
    >
      <Textarea
        ref={inputRef}
        aria-label={label}
        placeholder={text.placeholder}
        autosize
        minRows={2}
        maxRows={16}
        maxLength={16_000}
        value={words}
        autoFocus={cancel !== undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void submitWords()
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
            <Button type="submit" size="compact-md" disabled={isEmpty} rightSection={<Keys of="mod+Enter" />}>
              {send}
            </Button>
          </Group>
        </div>
      )}
    </form>
  )
}
