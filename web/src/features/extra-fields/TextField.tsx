import { Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import classes from './fields.module.css'

interface Props {
  id: string
  value: string
  inputMode?: 'decimal' | 'numeric' | 'text' | 'email' | 'url'
  /** Long words go on in the next line instead of being cut. */
  wraps?: boolean
  /** For fields without a visible label. */
  label?: string
  placeholder?: string
  /** Undefined for the full width. */
  width?: string
  /** Why a value is not saved; it stays in the field. */
  problemOf?(value: string): string | undefined
  save(value: string): void
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Text without line breaks, saved during typing. Escape restores the previous value. */
export function TextField({ id, value, inputMode, wraps, label, placeholder, width, problemOf, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const start = useRef(value)
  const problem = typed === undefined ? undefined : problemOf?.(typed)
  const write = (text: string) => {
    setTyped(text)
    save(text)
  }
  const props = {
    id,
    ...(width ? { w: width } : { flex: 1, miw: 0 }),
    inputMode,
    'aria-label': label,
    placeholder,
    variant: 'unstyled',
    size: 'sm',
    classNames: { input: classes.input, error: classes.problem },
    error: problem,
    // Shows what was typed: a stored number always has a decimal point.
    value: typed ?? value,
    onFocus: () => {
      start.current = value
    },
    onChange: (event: ChangeEvent<Field>) => write(inOneLine(event.currentTarget.value, inputMode)),
    onBlur: () => problem === undefined && setTyped(undefined),
    onKeyDown: (event: KeyboardEvent<Field>) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
        event.preventDefault()
        event.currentTarget.blur()
      }
      if (event.key === 'Escape') write(start.current)
    },
  }
  if (!wraps) return <TextInput {...props} />
  return <Textarea {...props} autosize minRows={1} spellCheck={inputMode === 'text'} />
}

/** Pasted lines become one, as in an input. A cell of a spreadsheet ends with a line break, and an address has no blanks. */
function inOneLine(text: string, inputMode: Props['inputMode']): string {
  const between = inputMode === 'url' || inputMode === 'email' ? '' : ' '
  return text.replace(/[\r\n]+$/, '').replaceAll(/[\r\n]+/g, between)
}
