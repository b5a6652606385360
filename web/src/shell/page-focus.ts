import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** After going to another page, the keyboard is on it and not on the link that led there. */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    const isFirst = shown.current === undefined
    shown.current = path
    // A page that has put the cursor somewhere itself knows better.
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
