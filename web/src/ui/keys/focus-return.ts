import { useLayoutEffect, useState } from 'react'

/** For a dialog that is on the page only while it is open: when it goes, the keyboard is where it was before. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
