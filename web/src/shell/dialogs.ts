import { useCallback, useMemo, useState } from 'react'
import { catchEarlyKeys } from '../ui/keys/early-keys.ts'

export type DialogName = 'palette' | 'shortcuts' | 'scan'

export interface Dialogs {
  open: DialogName | undefined
  show(name: DialogName): void
  toggle(name: DialogName): void
  close(): void
}

/** Which of the shell's dialogs is open, if any. */
export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<DialogName>()
  const show = useCallback((name: DialogName) => {
    if (name === 'palette') catchEarlyKeys()
    setOpen(name)
  }, [])
  const close = useCallback(() => setOpen(undefined), [])
  return useMemo(
    () => ({ open, show, toggle: (name) => (open === name ? close() : show(name)), close }),
    [open, show, close],
  )
}
