/** How far a mouse moves before it drags, in px. */
const SLACK = 6
/** How long a finger rests on a card before it drags it, in ms: a shorter touch scrolls. */
const HOLD = 350
/** So close to an edge, what lies behind it scrolls into sight, in px. */
const EDGE = 48
const SPEED = 12

export interface DragSteps {
  begin(): void
  /** The name of the place under the pointer. */
  over(place: string | undefined): void
  end(place: string | undefined): void
}

/**
 * Drags a card with a mouse, a pen or a finger: places have `data-drop`. A copy of the card follows the pointer. The
 * drag of browsers themselves knows no fingers.
 */
export function followPointer(card: HTMLElement, down: PointerEvent, steps: DragSteps): void {
  let copy: HTMLElement | undefined
  let at = { x: down.clientX, y: down.clientY }
  let frame = 0
  const box = card.getBoundingClientRect()
  const grip = { x: down.clientX - box.x, y: down.clientY - box.y }
  const isTouch = down.pointerType === 'touch'
  const timer = isTouch ? setTimeout(begin, HOLD) : undefined
  const stop = new AbortController()
  const listen = { signal: stop.signal }
  window.addEventListener('pointermove', move, listen)
  window.addEventListener('pointerup', () => finish(copy ? placeAt(at) : undefined), listen)
  window.addEventListener('pointercancel', () => finish(undefined), listen)
  window.addEventListener('keydown', cancel, { ...listen, capture: true })
  window.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), listen)
  // Only while a card is dragged: before that, a finger scrolls.
  window.addEventListener('touchmove', (event) => copy && event.preventDefault(), { ...listen, passive: false })

  function begin(): void {
    copy = card.cloneNode(true) as HTMLElement
    copy.setAttribute('aria-hidden', 'true')
    copy.dataset.copy = ''
    const place = { position: 'fixed', top: '0', left: '0', zIndex: '400', pointerEvents: 'none', margin: '0' }
    Object.assign(copy.style, place, { width: `${box.width}px`, height: `${box.height}px` })
    document.body.append(copy)
    document.body.style.userSelect = 'none'
    steps.begin()
    draw()
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    const distance = Math.hypot(at.x - down.clientX, at.y - down.clientY)
    if (!copy && distance <= SLACK) return
    // The finger scrolls.
    if (!copy && isTouch) finish(undefined)
    else if (copy) draw()
    else begin()
  }

  function draw(): void {
    if (copy) copy.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px) rotate(1deg)`
    steps.over(placeAt(at))
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(scrollAtEdge)
  }

  function scrollAtEdge(): void {
    const scroller = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-drag-scroll]')
    if (!scroller || !copy) return
    const { left, right } = scroller.getBoundingClientRect()
    const by = at.x < left + EDGE ? -SPEED : at.x > right - EDGE ? SPEED : 0
    if (by === 0) return
    scroller.scrollLeft += by
    frame = requestAnimationFrame(scrollAtEdge)
  }

  function cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !copy) return
    event.preventDefault()
    event.stopPropagation()
    finish(undefined)
  }

  function finish(place: string | undefined): void {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    stop.abort()
    if (!copy) return
    copy.remove()
    document.body.style.userSelect = ''
    // The click that ends a drag must not open the card.
    const swallow = (event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    steps.end(place)
  }
}

function placeAt({ x, y }: { x: number; y: number }): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop
}
