import { type ReactNode, useState } from 'react'

/** The error of a field until its value changes: it was about the value that was sent. */
export function useErrorUntilChanged(error: ReactNode, value: string): ReactNode {
  const [refused, setRefused] = useState({ error, value })
  if (refused.error !== error) setRefused({ error, value })
  return refused.value === value ? error : undefined
}
