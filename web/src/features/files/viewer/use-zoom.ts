import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const STEP = 1.5
const MOST_ZOOM = 8
const MOVE = 80
/** The wheel or pinch distance that zooms by a factor of e. */
const WHEEL = 200

/** Screen pixels, or the picture's own size; undefined fits the screen. */
type Width = number | 'own' | undefined

interface Point {
  x: number
  y: number
}

/** A point of the screen, and the part of the picture below it that stays there. */
interface Anchor extends Point {
  partX: number
  partY: number
}

/** A picture on a scrolling stage: zoomed by keys, buttons, wheel and pinch, moved by dragging and arrow keys. */
export function useZoom() {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [width, setWidth] = useState<Width>()
  const anchor = useRef<Anchor>(undefined)
  const isZoomed = width !== undefined

  const zoomTo = (wanted: Width, around?: Point) => {
    if (!stage.current || !image.current) return
    anchor.current = anchorAt(image.current, around ?? middleOf(stage.current))
    setWidth(wanted)
  }
  const zoomBy = (factor: number, around?: Point) => {
    if (!stage.current || !image.current) return
    const { naturalWidth } = image.current
    const shown = image.current.getBoundingClientRect().width
    const fitting = fittingWidth(stage.current, image.current)
    const wanted = Math.min(shown * factor, Math.max(naturalWidth, fitting) * MOST_ZOOM)
    zoomTo(wanted > fitting ? wanted : undefined, around)
  }
  useLayoutEffect(() => {
    if (!stage.current || !image.current || !anchor.current || width === undefined) return
    const { x, y, partX, partY } = anchor.current
    const now = image.current.getBoundingClientRect()
    stage.current.scrollLeft += now.left + partX * now.width - x
    stage.current.scrollTop += now.top + partY * now.height - y
  }, [width])

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': () => zoomTo(undefined),
    '1': () => zoomTo('own'),
    ...(isZoomed && {
      ArrowLeft: () => stage.current?.scrollBy(-MOVE, 0),
      ArrowRight: () => stage.current?.scrollBy(MOVE, 0),
      ArrowUp: () => stage.current?.scrollBy(0, -MOVE),
      ArrowDown: () => stage.current?.scrollBy(0, MOVE),
    }),
  }
  const latest = useRef({ keys, zoomBy })
  latest.current = { keys, zoomBy }
  useEffect(() => {
    // Wherever in the dialog the focus is.
    const press = (event: KeyboardEvent) => {
      const run = latest.current.keys[event.key]
      if (!run || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  useEffect(() => {
    const area = stage.current
    if (!area) return
    const stopWheel = followWheel(area, (factor, around) => latest.current.zoomBy(factor, around))
    const stopPinch = followPinch(area, (factor, around) => latest.current.zoomBy(factor, around))
    return () => {
      stopWheel()
      stopPinch()
    }
  }, [])

  return {
    stage,
    image,
    isZoomed,
    style: typeof width === 'number' ? { width } : undefined,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => zoomTo(undefined),
    showOwnSize: () => zoomTo('own'),
    dragging: dragging(stage),
  }
}

type ZoomBy = (factor: number, around: Point) => void

/** A pinch on a touchpad arrives as a wheel, too. */
function followWheel(area: HTMLElement, zoomBy: ZoomBy): () => void {
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    zoomBy(Math.exp(-event.deltaY / WHEEL), { x: event.clientX, y: event.clientY })
  }
  // Not passive, because the browser would zoom the whole page.
  area.addEventListener('wheel', turn, { passive: false })
  return () => area.removeEventListener('wheel', turn)
}

/** Two fingers zoom; one scrolls by itself. */
function followPinch(area: HTMLElement, zoomBy: ZoomBy): () => void {
  let distance: number | undefined
  const touch = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!one || !other || event.touches.length > 2) {
      distance = undefined
      return
    }
    event.preventDefault()
    const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
    const around = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
    if (distance !== undefined && now > 0) zoomBy(now / distance, around)
    distance = now
  }
  const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
  for (const kind of kinds) area.addEventListener(kind, touch, { passive: false })
  return () => {
    for (const kind of kinds) area.removeEventListener(kind, touch)
  }
}

function anchorAt(image: HTMLElement, { x, y }: Point): Anchor {
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x, y, partX: width > 0 ? (x - left) / width : 0.5, partY: height > 0 ? (y - top) / height : 0.5 }
}

function middleOf(area: HTMLElement): Point {
  const { left, top } = area.getBoundingClientRect()
  return { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 }
}

/** The width at which a picture just fits. */
function fittingWidth(area: HTMLElement, { naturalWidth, naturalHeight }: HTMLImageElement): number {
  if (naturalHeight === 0) return 0
  return naturalWidth * Math.min(area.clientWidth / naturalWidth, area.clientHeight / naturalHeight, 1)
}

/** For a mouse; touch scrolls by itself. */
function dragging(stage: RefObject<HTMLDivElement | null>) {
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      event.preventDefault()
      stage.current?.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (stage.current?.hasPointerCapture(event.pointerId)) stage.current.scrollBy(-event.movementX, -event.movementY)
    },
  }
}
