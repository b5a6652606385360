import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './fields.module.css'

interface Props {
  id: string
  value: string
  type?: 'text' | 'email' | 'url'
  inputMode?: 'decimal' | 'numeric'
  /** Where no label on the page names it. */
  label?: string
  placeholder?: string
  /** Absent: all there is. */
  width?: string
  save(value: string): void
}

/** One line, kept as it is typed. Escape brings back what was there before. */
export function TextField({ id, value, type = 'text', inputMode, label, placeholder, width, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const start = useRef(value)
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
      classNames={{ input: classes.input }}
      // What is typed, as it is typed: what is kept of a number is written with a point.
      value={typed ?? value}
      onFocus={() => {
        start.current = value
      }}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        if (event.key === 'Escape') write(start.current)
      }}
    />
  )
}
