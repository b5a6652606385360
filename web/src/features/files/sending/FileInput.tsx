import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

interface Props {
  label: string
  value: string
  maxLength: number
  save(value: string): void
  /** With the keyboard, which then has to go on somewhere. */
  close(isByKey: boolean): void
}

/** Enter or leaving it saves, Escape takes it back. Of a name, what is before its ending is selected. */
export function FileInput({ label, value, maxLength, save, close }: Props) {
  const [typed, setTyped] = useState(value)
  const finish = (isByKey: boolean) => {
    const wanted = typed.trim()
    if (wanted !== '' && wanted !== value) save(wanted)
    close(isByKey)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(true)
    else if (event.key === 'Escape') close(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      size="sm"
      aria-label={label}
      autoFocus
      autoComplete="off"
      maxLength={maxLength}
      value={typed}
      onFocus={({ currentTarget }) => {
        const ending = /.(\.[a-z0-9]{1,8})$/i.exec(value)?.[1] ?? ''
        currentTarget.setSelectionRange(value.lastIndexOf('/') + 1, value.length - ending.length)
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => finish(false)}
    />
  )
}
