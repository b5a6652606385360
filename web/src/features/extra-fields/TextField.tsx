import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './fields.module.css'

interface Props {
  id: string
  value: string
  type?: 'text' | 'email' | 'url'
  inputMode?: 'decimal' | 'numeric'
  /** For fields without a visible label. */
  label?: string
  placeholder?: string
  /** Undefined for the full width. */
  width?: string
  /** Why a value is not saved; it stays in the field. */
  problemOf?(value: string): string | undefined
  save(value: string): void
}

/** A single line, saved during typing. Escape restores the previous value. */
export function TextField({ id, value, type = 'text', inputMode, label, placeholder, width, problemOf, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const start = useRef(value)
  const problem = typed === undefined ? undefined : problemOf?.(typed)
  const write = (text: string) => {
    setTyped(text)
    save(text)
  }
  return (
    <TextInput
      id={id}
      {...(width ? { w: width } : { flex: 1, miw: 0 })}
      type={type}
      inputMode={inputMode}
      aria-label={label}
      placeholder={placeholder}
      variant="unstyled"
      size="sm"
      classNames={{ input: classes.input, error: classes.problem }}
      error={problem}
      // Shows what was typed: a stored number always has a decimal point.
      value={typed ?? value}
      onFocus={() => {
        start.current = value
      }}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => problem === undefined && setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        if (event.key === 'Escape') write(start.current)
      }}
    />
  )
}
