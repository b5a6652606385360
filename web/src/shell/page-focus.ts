import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** After navigation the focus is on the new page and not on the link that led there. */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    const isFirst = shown.current === undefined
    shown.current = path
    // A page that has set the focus itself keeps it, and so does a dialog beside the page.
    const { activeElement } = document
    const isKept = main.current?.contains(activeElement) || activeElement?.closest('[role="dialog"]')
    if (!isFirst && !isKept) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
