import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the part named in the URL as soon as it exists. Each part has its anchor as id. */
export function useLinkedPart(anchors: readonly string[]): string | undefined {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const linked = anchors.find((anchor) => anchor === hash)
  useEffect(() => {
    const element = linked === undefined ? null : document.getElementById(linked)
    if (!element) return
    element.focus({ preventScroll: true })
    return keepInSight(element)
  }, [linked])
  return linked
}

/** How long the layout of a page may take to settle. */
const LONGEST_SETTLING = 15_000
const SIGNS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Content above loads later and pushes the part down, so keep it in view until the person scrolls. */
function keepInSight(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'center' })
  const observer = new ResizeObserver(show)
  const timer = setTimeout(stop, LONGEST_SETTLING)
  observer.observe(document.body)
  for (const sign of SIGNS) window.addEventListener(sign, stop, { once: true, passive: true })
  show()
  return stop

  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, stop)
  }
}
