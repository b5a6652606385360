import { type RefObject, useEffect } from 'react'

/** When what has the focus is removed from a part of the page, the focus goes on to another element and is not lost. */
export function useFocusAfterRemoval(part: RefObject<HTMLElement | null>, next: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!part.current) return
    let focused: EventTarget | null = null
    const note = (event: FocusEvent) => {
      focused = event.target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Node) || focused.isConnected) return
      focused = null
      if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    observer.observe(part.current, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [part, next])
}
