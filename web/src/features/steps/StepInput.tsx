import type { Entity } from '@aliquot/contract/entities'
import { TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useKeptInput } from '../saving/use-kept-input.ts'
import classes from './StepSection.module.css'
import { linesOf } from './step-changes.ts'
import { useStepRequests } from './step-request.ts'
import { stepMessages } from './steps.messages.ts'
import type { Steps } from './steps.queries.ts'

const MOST_CHARACTERS = 255

/** One step after the other: a few words, Enter, the next. Pasted lines become a step each. */
export function StepInput({ entry, steps }: { entry: Entity; steps: Steps }) {
  const text = useMessages(stepMessages)
  const [words, setWords, forget] = useKeptInput(entry, 'step')
  const input = useRef<HTMLInputElement>(null)
  const back = useRef<() => void>(undefined)
  useStepRequests(input, back)
  const submit = () => {
    const body = words.trim()
    if (body === '') return
    steps.add(body)
    forget()
  }
  return (
    <TextInput
      ref={input}
      className={`${classes.adding} no-print`}
      classNames={{ input: classes.input }}
      variant="unstyled"
      size="md"
      aria-label={text.add}
      placeholder={text.placeholder}
      leftSection={<Plus size={16} aria-hidden="true" />}
      leftSectionWidth={44}
      autoComplete="off"
      enterKeyHint="enter"
      maxLength={MOST_CHARACTERS}
      value={words}
      onChange={(event) => setWords(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          submit()
        }
        if (event.key === 'Escape') back.current?.()
      }}
      onBlur={() => {
        back.current = undefined
      }}
      onPaste={(event) => {
        const lines = linesOf(event.clipboardData.getData('text/plain'))
        if (lines.length < 2) return
        event.preventDefault()
        for (const line of lines) steps.add(line.slice(0, MOST_CHARACTERS))
      }}
    />
  )
}
