import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { sessionMessages } from './session.messages.ts'

interface Props {
  value: string
  error?: ReactNode
  set(value: string): void
}

/** The address of one's account, which password managers fill in. */
export function EmailInput({ value, error, set }: Props) {
  const text = useMessages(sessionMessages)
  return (
    <TextInput
      label={text.email}
      type="email"
      name="email"
      autoComplete="username"
      required
      withAsterisk={false}
      autoFocus
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
