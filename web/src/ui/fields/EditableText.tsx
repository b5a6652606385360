import type { Limit } from '@aliquot/contract/limits'
import { TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useToasts } from '../toasts/toasts.tsx'
import classes from './EditableText.module.css'
import { useLength } from './use-length.ts'

interface Props {
  value: string
  /** What a click does: "Rename Running". */
  label: string
  limit: Limit
  /** If the promise rejects, the reason is shown and the words come back. */
  save(value: string): unknown
}

/** Text that is edited in place: Enter or blur saves, Escape cancels. */
export function EditableText({ value, label, limit, save }: Props) {
  const { fail } = useToasts()
  const [typed, setTyped] = useState<string>()
  return (
    <TextOrInput
      {...{ value, label, limit, typed, setTyped }}
      begin={() => setTyped(value)}
      finish={(text) => {
        setTyped(undefined)
        if (text === undefined) return
        // Keeps what the person has begun to type again.
        Promise.resolve(save(text)).catch((error) => {
          setTyped((since) => since ?? text)
          fail(error)
        })
      }}
    />
  )
}

interface TextOrInputProps extends Omit<Props, 'save'> {
  /** The typed text; undefined while nobody edits it. */
  typed: string | undefined
  setTyped(typed: string): void
  begin(): void
  /** Undefined cancels. */
  finish(text: string | undefined): void
}

/** The same for callers that keep the typed text themselves. */
export function TextOrInput({ value, label, limit, typed, setTyped, begin, finish }: TextOrInputProps) {
  const length = useLength(typed ?? '', limit)
  const button = useRef<HTMLButtonElement>(null)
  const end = (wanted: string | undefined, isByKey: boolean) => {
    // Too long to save: the words stay in the field.
    if (wanted !== undefined && length.isTooLong) return
    const text = wanted?.trim() ?? ''
    finish(text === '' || text === value ? undefined : text)
    if (isByKey) setTimeout(() => button.current?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(typed, true)
    else if (event.key === 'Escape') end(undefined, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (typed !== undefined) {
    return (
      <TextInput
        className={classes.input}
        size="sm"
        aria-label={label}
        autoFocus
        autoComplete="off"
        {...length.props}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => end(typed, false)}
      />
    )
  }
  return (
    <UnstyledButton ref={button} className={classes.text} aria-label={label} onClick={begin}>
      {value}
    </UnstyledButton>
  )
}
