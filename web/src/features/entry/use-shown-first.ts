import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs something on the page of the entry. If that is hidden it is shown first, because keys
 * typed for a hidden field would be shortcuts.
 */
export function useShownFirst(isHidden: boolean, show: () => void): (run: () => void) => void {
  const waiting = useRef<() => void>(undefined)
  useEffect(() => {
    if (isHidden) return
    waiting.current?.()
    waiting.current = undefined
  }, [isHidden])
  return (run) => {
    if (!isHidden) return run()
    waiting.current = run
    show()
  }
}
