import { useCallback, useState } from 'react'

/** The height of an element in pixels, with its padding and border: `const [ref, height] = useHeight()`. */
export function useHeight(): [ref: (element: HTMLElement | null) => (() => void) | undefined, height: number] {
  const [height, setHeight] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(element, { box: 'border-box' })
    return () => observer.disconnect()
  }, [])
  return [ref, height]
}
