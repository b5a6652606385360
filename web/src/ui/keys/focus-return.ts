import { useLayoutEffect, useState } from 'react'

/** For a dialog that is mounted only while open: returns the focus when it closes. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
