const ABOVE = '--above-field'
const GAP_PX = 8
const FIELDS = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/** Lets the toasts stand above the field that has the focus while they would cover it. Returns how to stop. */
export function keepClear(area: HTMLElement): () => void {
  const place = () => {
    // Never away from below the pointer or the keys.
    if (area.matches(':hover') || area.contains(document.activeElement)) return
    area.style.removeProperty(ABOVE)
    const field = focusedPlace()
    if (!field || !cardsOf(area).some((card) => isOver(card, field))) return
    const height = window.innerHeight - field.top + GAP_PX
    // Above the window nobody would see them.
    if (height + area.offsetHeight > window.innerHeight) return
    area.style.setProperty(ABOVE, `${height}px`)
  }
  const stop = new AbortController()
  const { signal } = stop
  for (const event of ['focusin', 'selectionchange']) document.addEventListener(event, place, { signal })
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
  const observer = new ResizeObserver(place)
  for (const one of [area, document.documentElement]) observer.observe(one)
  return () => {
    stop.abort()
    observer.disconnect()
  }
}

function cardsOf(area: HTMLElement): DOMRect[] {
  return [...area.children].map((card) => card.getBoundingClientRect())
}

/** Of a long text the line of the cursor. */
function focusedPlace(): DOMRect | undefined {
  const focused = document.activeElement
  if (focused?.matches(FIELDS)) return focused.getBoundingClientRect()
  if (!(focused instanceof HTMLElement) || !focused.isContentEditable) return undefined
  const selection = getSelection()
  if (!selection?.rangeCount) return undefined
  const range = selection.getRangeAt(0)
  // An empty line has no letters to measure.
  const { startContainer: node } = range
  return range.getClientRects()[0] ?? (node instanceof Element ? node : node.parentElement)?.getBoundingClientRect()
}

function isOver(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
