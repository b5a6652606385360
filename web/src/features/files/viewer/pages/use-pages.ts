import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const STEP = 1.25
const LEAST_ZOOM = 0.25
const MOST_ZOOM = 4
/** The width of a page at zoom 1, in pixels: letters are as on paper. */
export const USUAL_WIDTH = 800
/** Of the height of the stage. */
const SCREENFUL = 0.9

/** The part of the width that pages take: a factor, or all of it. */
export type Zoom = number | 'fit'

/** Which page is seen, and how large pages are. */
export function usePages(stage: RefObject<HTMLDivElement | null>, count: number) {
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<Zoom>(() => (window.innerWidth < USUAL_WIDTH * 1.1 ? 'fit' : 1))
  const centre = useRef<number>(undefined)

  const goTo = (wanted: number) => {
    const area = stage.current
    const target = area?.querySelector<HTMLElement>(`[data-page="${Math.min(Math.max(wanted, 1), count)}"]`)
    if (area && target) area.scrollTop = target.offsetTop - MARGIN
  }
  const zoomTo = (wanted: Zoom) => {
    const area = stage.current
    if (area) centre.current = (area.scrollTop + area.clientHeight / 2) / area.scrollHeight
    setZoom(wanted)
  }
  const zoomBy = (factor: number) => {
    const now = zoom === 'fit' ? (stage.current?.clientWidth ?? USUAL_WIDTH) / USUAL_WIDTH : zoom
    zoomTo(Math.min(Math.max(now * factor, LEAST_ZOOM), MOST_ZOOM))
  }
  useLayoutEffect(() => {
    const area = stage.current
    if (!area || centre.current === undefined) return
    area.scrollTop = centre.current * area.scrollHeight - area.clientHeight / 2
  }, [zoom, stage])

  useEffect(() => {
    const area = stage.current
    if (!area) return
    let isAboutToLook = false
    const look = () => {
      isAboutToLook = false
      setPage(pageInMiddle(area))
    }
    const scroll = () => {
      if (isAboutToLook) return
      isAboutToLook = true
      requestAnimationFrame(look)
    }
    area.addEventListener('scroll', scroll, { passive: true })
    return () => area.removeEventListener('scroll', scroll)
  }, [stage])

  const keys: Readonly<Record<string, () => void>> = {
    PageDown: () => stage.current?.scrollBy(0, SCREENFUL * stage.current.clientHeight),
    PageUp: () => stage.current?.scrollBy(0, -SCREENFUL * stage.current.clientHeight),
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': () => zoomTo('fit'),
  }
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    // Wherever in the dialog the focus is, except where one types.
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      const isTyping = event.target instanceof Element && event.target.closest('input')
      if (!run || isTyping || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return {
    page,
    goTo,
    zoom,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fitWidth: () => zoomTo('fit'),
  }
}

/** Above a page that one goes to. */
const MARGIN = 8

function pageInMiddle(area: HTMLElement): number {
  const middle = area.scrollTop + area.clientHeight / 2
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')]
  const above = pages.findLastIndex((page) => page.offsetTop <= middle)
  return Math.max(above, 0) + 1
}
