import { TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './EditableText.module.css'

interface Props {
  value: string
  /** What clicking it does: "Rename Running". */
  label: string
  maxLength: number
  save(value: string): void
}

/** A text that is changed where it stands: Enter or leaving it saves, Escape takes it back. */
export function EditableText({ value, label, maxLength, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const finish = (wanted: string | undefined, isByKey: boolean) => {
    setTyped(undefined)
    const text = wanted?.trim() ?? ''
    if (text !== '' && text !== value) save(text)
    if (isByKey) setTimeout(() => button.current?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(typed, true)
    else if (event.key === 'Escape') finish(undefined, true)
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
        maxLength={maxLength}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => finish(typed, false)}
      />
    )
  }
  return (
    <UnstyledButton ref={button} className={classes.text} aria-label={label} onClick={() => setTyped(value)}>
      {value}
    </UnstyledButton>
  )
}
