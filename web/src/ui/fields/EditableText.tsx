import type { Limit } from '@aliquot/contract/limits'
import { TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useToasts } from '../toasts/toasts.tsx'
import classes from './EditableText.module.css'
import { useLength } from './use-length.ts'

interface Props {
  value: string
  /** What clicking it does: "Rename Running". */
  label: string
  limit: Limit
  /** Where it answers with a promise that is rejected, the reason is told and the words come back. */
  save(value: string): unknown
}

/** A text that is changed where it stands: Enter or leaving it saves, Escape takes it back. */
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
        // Whoever has begun to change it again keeps that.
        Promise.resolve(save(text)).catch((error) => {
          setTyped((since) => since ?? text)
          fail(error)
        })
      }}
    />
  )
}

interface TextOrInputProps extends Omit<Props, 'save'> {
  /** What is typed; undefined while nobody changes it. */
  typed: string | undefined
  setTyped(typed: string): void
  begin(): void
  /** Undefined: the text stays as it is. */
  finish(text: string | undefined): void
}

/** The same for whoever keeps what is typed. */
export function TextOrInput({ value, label, limit, typed, setTyped, begin, finish }: TextOrInputProps) {
  const length = useLength(typed ?? '', limit)
  const button = useRef<HTMLButtonElement>(null)
  const end = (wanted: string | undefined, isByKey: boolean) => {
    // Too long to be saved: the words stay in the field.
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
