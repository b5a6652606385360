import { TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './fields.module.css'

interface Props {
  id: string
  value: string
  type?: 'text' | 'email' | 'url'
  inputMode?: 'decimal'
  /** Absent: all there is. */
  width?: string
  save(value: string): void
}

/** One line that is saved when one leaves it, or with Enter. Escape brings back what was there. */
export function TextField({ id, value, type = 'text', inputMode, width, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    setTyped(undefined)
    if (typed !== undefined && typed !== value) save(typed)
  }
  return (
    <TextInput
      id={id}
      {...(width ? { w: width } : { flex: 1, miw: 0 })}
      type={type}
      inputMode={inputMode}
      variant="unstyled"
      size="sm"
      classNames={{ input: classes.input }}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
