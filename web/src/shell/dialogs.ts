import { useCallback, useMemo, useState } from 'react'
import { catchEarlyKeys } from '../ui/keys/early-keys.ts'

export type DialogName = 'palette' | 'shortcuts' | 'scan'

export interface Dialogs {
  open: DialogName | undefined
  /** `typed`: what is in the field of the palette already. */
  show(name: DialogName, typed?: string): void
  toggle(name: DialogName): void
  close(): void
}

/** Which of the shell's dialogs is open, if any. */
export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<DialogName>()
  const show = useCallback((name: DialogName, typed = '') => {
    if (name === 'palette') catchEarlyKeys({ already: typed })
    setOpen(name)
  }, [])
  const close = useCallback(() => setOpen(undefined), [])
  return useMemo(
    () => ({ open, show, toggle: (name) => (open === name ? close() : show(name)), close }),
    [open, show, close],
  )
}
