import type { Entity } from '@aliquot/contract/entities'
import { isTooLong, NEW_STEP_LIMIT } from '@aliquot/contract/limits'
import { TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import classes from './StepSection.module.css'
import { linesOf } from './step-changes.ts'
import { useStepRequests } from './step-request.ts'
import { stepMessages } from './steps.messages.ts'
import type { Steps } from './steps.queries.ts'

/** Adds steps: a few words, Enter, the next. Pasted lines become a step each. */
export function StepInput({ entry, steps }: { entry: Entity; steps: Steps }) {
  const text = useMessages(stepMessages)
  const [words, setWords, forget] = useKeptInput(entry, 'step')
  const length = useLength(words, NEW_STEP_LIMIT)
  const input = useRef<HTMLInputElement>(null)
  const back = useRef<() => void>(undefined)
  useStepRequests(input, back)
  const submit = () => {
    const body = words.trim()
    if (body === '' || length.isTooLong) return
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
      leftSectionWidth={steps.steps.length === 0 ? 32 : 44}
      autoComplete="off"
      enterKeyHint="enter"
      {...length.props}
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
        // A line that is too long stays in the field, which shows the problem.
        const tooLong = lines.filter((line) => isTooLong(line, NEW_STEP_LIMIT))
        for (const line of lines) if (!tooLong.includes(line)) steps.add(line)
        if (tooLong.length > 0) setWords((before) => [before, ...tooLong].join(' ').trim())
      }}
    />
  )
}
