import { useState } from 'react'
import { DateField } from '../../ui/time/DateField.tsx'
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

/** A date or time, saved as soon as it is complete. */
export function DateInput({ label, value, isRequired = false, id, type = 'date', save }: Props) {
  const [typed, setTyped] = useState<string>()
  const write = (text: string) => {
    setTyped(text)
    // While typing, a year passes through ancient ones.
    const isWhole = text === '' ? !isRequired : type === 'time' || /^[1-9]\d{3}-/.test(text)
    if (isWhole) save(text)
  }

  return (
    <DateField
      {...(id && { id })}
      type={type}
      variant="unstyled"
      size="sm"
      aria-label={id ? undefined : label}
      classNames={{ input: classes.input }}
      value={typed ?? value}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => event.key === 'Enter' && setTyped(undefined)}
    />
  )
}
