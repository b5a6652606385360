import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const ROW = '[data-file]'

/** When the focused row goes, the next one gets the focus; after the last row, the add button. */
export function useRowFocus(section: RefObject<HTMLElement | null>, adding: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: Element; index: number }>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest(ROW) : null
      last.current = row && section.current?.contains(row) ? { row, index: rowsOf(section).indexOf(row) } : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [section])
  useLayoutEffect(() => {
    // A focus elsewhere stays.
    if (!last.current || last.current.row.isConnected || document.activeElement !== document.body) return
    const rows = rowsOf(section)
    const next = rows[Math.min(last.current.index, rows.length - 1)]
    last.current = undefined
    ;(next?.querySelector<HTMLElement>('a') ?? adding.current)?.focus()
  })
}

function rowsOf(section: RefObject<HTMLElement | null>): Element[] {
  return Array.from(section.current?.querySelectorAll(ROW) ?? [])
}
