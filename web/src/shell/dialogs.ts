import { useCallback, useMemo, useState } from 'react'

export type DialogName = 'palette' | 'shortcuts'

export interface Dialogs {
  open: DialogName | undefined
  show(name: DialogName): void
  toggle(name: DialogName): void
  close(): void
}

/** Which of the shell's dialogs is open: one at most. */
export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<DialogName>()
  const toggle = useCallback((name: DialogName) => setOpen((before) => (before === name ? undefined : name)), [])
  const close = useCallback(() => setOpen(undefined), [])
  return useMemo(() => ({ open, show: setOpen, toggle, close }), [open, toggle, close])
}
