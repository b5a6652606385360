import type { Limit } from '@aliquot/contract/limits'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useLength } from '../../../ui/fields/use-length.ts'

interface Props {
  label: string
  value: string
  limit: Limit
  save(value: string): void
  /** `isByKey`: the focus then has to move on. */
  close(isByKey: boolean): void
}

/** Enter or blur saves, Escape cancels. In a file name, the part before the extension is selected. */
export function FileInput({ label, value, limit, save, close }: Props) {
  const [typed, setTyped] = useState(value)
  const length = useLength(typed, limit)
  const finish = (isByKey: boolean) => {
    // Too long to save: the words stay in the field.
    if (length.isTooLong) return
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
      {...length.props}
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
