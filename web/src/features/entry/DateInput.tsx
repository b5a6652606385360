import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from './fields.module.css'

interface Props {
  label: string
  value: string
  /** Cannot be emptied. */
  isRequired?: boolean
  id?: string
  type?: 'date' | 'datetime-local' | 'time'
  save(value: string): void
}

/** Picking a day in the calendar changes nothing but the value, so it is saved when it has rested a little. */
const REST_MS = 900

export function DateInput({ label, value, isRequired = false, id, type = 'date', save }: Props) {
  const [typed, setTyped] = useState<string>()
  const latest = useRef({ typed, save })
  latest.current = { typed, save }

  const commit = () => {
    const { typed, save } = latest.current
    setTyped(undefined)
    if (typed === undefined || typed === value) return
    // While a year is typed it goes through years of long ago.
    const isWhole = typed === '' ? !isRequired : type === 'time' || /^[1-9]\d{3}-/.test(typed)
    if (isWhole) save(typed)
  }

  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(commit, REST_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <TextInput
      id={id}
      type={type}
      variant="unstyled"
      size="sm"
      aria-label={id ? undefined : label}
      classNames={{ input: classes.input }}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
