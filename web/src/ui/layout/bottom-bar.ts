/**
 * Tells the page how much of its lower edge a bar takes that stays there, so that messages stand above it:
 * `<section ref={measureBottomBar}>`. A bar that is part of the page takes nothing.
 */
export function measureBottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isAtEdge = getComputedStyle(bar).position === 'fixed'
    style.setProperty(HEIGHT, isAtEdge ? `${bar.offsetHeight}px` : '0px')
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(HEIGHT)
  }
}

const HEIGHT = '--selection-bar'
