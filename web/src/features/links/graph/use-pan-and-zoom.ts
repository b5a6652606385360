import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fitInto, type Point, reveal, type Size, type View, zoomAt } from './graph-view.ts'

export const ZOOM_STEP = 1.25
/** A pointer that moves less still clicks. */
const STILL = 4

/** A drawing that is moved by dragging, and enlarged by the wheel, two fingers, buttons or keys. */
export function usePanAndZoom(area: RefObject<HTMLElement | null>, drawing: Size, centre: Point) {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const pointers = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  const room = useCallback(
    (): Size => ({ width: area.current?.clientWidth ?? 0, height: area.current?.clientHeight ?? 0 }),
    [area],
  )
  const middle = () => ({ x: room().width / 2, y: room().height / 2 })
  const inArea = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {}
      return { x: clientX - left, y: clientY - top }
    },
    [area],
  )
  const { width, height } = drawing
  const { x, y } = centre
  const fit = useCallback(() => {
    if (room().width > 0) setView(fitInto(room(), { width, height }, { x, y }))
  }, [room, width, height, x, y])
  useEffect(() => fit(), [fit])

  // React's own listener could not keep the page from zooming.
  useEffect(() => {
    const element = area.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { deltaX, deltaY, ctrlKey } = event
      const isSideways = !ctrlKey && Math.abs(deltaX) > Math.abs(deltaY)
      setView((before) =>
        isSideways ? { ...before, x: before.x - deltaX } : zoomAt(before, 2 ** (-deltaY / 400), inArea(event)),
      )
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [area, inArea])

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = inArea(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    travelled.current += Math.hypot(now.x - before.x, now.y - before.y)
    if (travelled.current < STILL) return
    // Once it moves it is a drag, also outside of the area.
    event.currentTarget.setPointerCapture(event.pointerId)
    setView((view) => {
      if (!other) return { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }
      const spread = (at: Point) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
      return zoomAt(view, spread(now) / spread(before), other)
    })
  }
  const end = (event: PointerEvent) => void pointers.current.delete(event.pointerId)

  return {
    view,
    fit,
    zoom: (factor: number) => setView((before) => zoomAt(before, factor, middle())),
    show: (box: Point & Size) => {
      if (room().width > 0) setView((before) => reveal(before, box, room()))
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        if (pointers.current.size === 0) travelled.current = 0
        pointers.current.set(event.pointerId, inArea(event))
      },
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      // A drag that ends on a card does not open it.
      onClickCapture: (event: React.MouseEvent) => {
        if (travelled.current < STILL) return
        event.preventDefault()
        event.stopPropagation()
        travelled.current = 0
      },
      onDragStart: (event: React.DragEvent) => event.preventDefault(),
    },
  }
}
