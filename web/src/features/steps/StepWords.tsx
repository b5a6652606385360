import type { Entity } from '@aliquot/contract/entities'
import { STEP_LIMIT } from '@aliquot/contract/limits'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { TextOrInput } from '../../ui/fields/EditableText.tsx'
import { useKeptInput } from '../saving/use-kept-input.ts'
import type { ShownStep } from './step-changes.ts'
import { stepMessages } from './steps.messages.ts'
import type { Steps } from './steps.queries.ts'

/** The words of a step, edited in place. Unsaved ones come back after a reload. */
export function StepWords({ entry, step, steps }: { entry: Entity; step: ShownStep; steps: Steps }) {
  const text = useMessages(stepMessages)
  const [typed, setTyped] = useState<string>()
  // The words that the person saw when they began to edit.
  const [seen, setSeen] = useState<string>()
  const [kept, keep, forget, seenThen] = useKeptInput(entry, `step-${step.ref}`, '', { seen })
  useEffect(() => {
    if (kept === '' || typed !== undefined) return
    setTyped(kept)
    setSeen(seenThen ?? step.body)
  }, [kept])
  return (
    <TextOrInput
      value={step.body}
      label={text.rename(step.body)}
      limit={STEP_LIMIT}
      typed={typed}
      setTyped={(words) => {
        setTyped(words)
        keep(words === seen ? '' : words)
      }}
      begin={() => {
        setSeen(step.body)
        setTyped(step.body)
      }}
      finish={(words) => {
        setTyped(undefined)
        if (words !== undefined) steps.rename(step.ref, words, seen ?? step.body)
        forget()
      }}
    />
  )
}
