import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const STEP = 1.5
const MOST_ZOOM = 8
const MOVE = 80
/** The wheel or pinch distance that zooms by a factor of e. */
const WHEEL = 200

/** Screen pixels, or the picture's own size; undefined fits the screen. */
type Width = number | 'own' | undefined

/** A picture on a scrolling stage: zoomed by keys, buttons and wheel, moved by dragging and arrow keys. */
export function useZoom() {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [width, setWidth] = useState<Width>()
  const centre = useRef<{ x: number; y: number }>(undefined)
  const isZoomed = width !== undefined

  const zoomTo = (wanted: Width) => {
    const area = stage.current
    if (!area) return
    // The centre stays in place.
    centre.current = {
      x: (area.scrollLeft + area.clientWidth / 2) / area.scrollWidth,
      y: (area.scrollTop + area.clientHeight / 2) / area.scrollHeight,
    }
    setWidth(wanted)
  }
  const zoomBy = (factor: number) => {
    if (!stage.current || !image.current) return
    const { width: shown, naturalWidth } = image.current
    const fitting = fittingWidth(stage.current, image.current)
    const wanted = Math.min(shown * factor, Math.max(naturalWidth, fitting) * MOST_ZOOM)
    zoomTo(wanted > fitting ? wanted : undefined)
  }
  useLayoutEffect(() => {
    const area = stage.current
    if (!area || !centre.current || width === undefined) return
    area.scrollLeft = centre.current.x * area.scrollWidth - area.clientWidth / 2
    area.scrollTop = centre.current.y * area.scrollHeight - area.clientHeight / 2
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
    const area = stage.current
    // Wherever in the dialog the focus is.
    const press = (event: KeyboardEvent) => {
      const run = latest.current.keys[event.key]
      if (!run || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      run()
    }
    // A pinch on a touchpad arrives as a wheel with Ctrl; the browser would zoom the whole page.
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current.zoomBy(Math.exp(-event.deltaY / WHEEL))
    }
    document.addEventListener('keydown', press, true)
    area?.addEventListener('wheel', turn, { passive: false })
    return () => {
      document.removeEventListener('keydown', press, true)
      area?.removeEventListener('wheel', turn)
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
