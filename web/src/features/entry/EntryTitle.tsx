import type { EntityType } from '@aliquot/contract/common'
import { TITLE_LIMIT } from '@aliquot/contract/limits'
import { Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { takeEarlyTitle } from '../new-entry/early-title.ts'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import classes from './EntryTitle.module.css'
import { leadToText } from './lead-to-text.ts'

interface Props {
  type: EntityType
  draft: EntryDraft
  isReadOnly: boolean
}

/** The title, edited in place. It grows with its text; Enter moves to the main text. */
export function EntryTitle({ type, draft, isReadOnly }: Props) {
  const text = useMessages(entryMessages)
  const { untitled } = useMessages(commonMessages)
  const { titlePlaceholder } = useEntryOfTypeMessages(type)
  const input = useRef<HTMLTextAreaElement>(null)
  const length = useLength(draft.title, TITLE_LIMIT)
  useFocusWhenNew(input)
  return (
    <>
      <h1 className={isReadOnly ? classes.title : classes.printed}>{draft.title || untitled}</h1>
      {!isReadOnly && (
        <Textarea
          ref={input}
          className="no-print"
          wrapperProps={{ 'data-in-focus': true }}
          classNames={{ input: classes.input }}
          variant="unstyled"
          autosize
          minRows={1}
          {...length.props}
          data-tour="title"
          spellCheck
          aria-label={text.title}
          placeholder={titlePlaceholder}
          value={draft.title}
          onChange={(event) => draft.setTitle(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            // Out of the field, where single keys are commands again.
            if (event.key === 'Escape') event.currentTarget.closest('main')?.focus({ preventScroll: true })
            if (event.key !== 'Enter') return
            event.preventDefault()
            leadToText(event.currentTarget)
          }}
        />
      )}
    </>
  )
}

/** `?focus=title`: focuses the title of a new entry. */
function useFocusWhenNew(input: React.RefObject<HTMLTextAreaElement | null>): void {
  const { focus } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    if (focus !== 'title') return
    input.current?.focus()
    input.current?.select()
    const early = takeEarlyTitle()
    // Inserted as if typed, so that the next key, which may come before the next rendering, goes after it.
    if (early?.text) document.execCommand('insertText', false, early.text)
    if (early?.isConfirmed && input.current) leadToText(input.current, early.rest)
    // A reload or going back must not take the focus again.
    void navigate({ to: '.', search: {}, replace: true })
  }, [focus, input, navigate])
}
