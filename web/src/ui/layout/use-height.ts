import { useCallback, useState } from 'react'

/** The height of an element in pixels: `const [ref, height] = useHeight()`. */
export function useHeight(): [ref: (element: HTMLElement | null) => (() => void) | undefined, height: number] {
  const [height, setHeight] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, height]
}
