import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface ActiveRow {
  index: number
  /** How often the keyboard asked for the focus; 0 if never. */
  wantsFocus: number
  /** The person came back to the list: the scroll position stays. */
  isReturn: boolean
}

export function rowElementId(index: number): string {
  return `entry-row-${index}`
}

/** The opened row per history entry, to come back to it. */
const opened = new Map<string, number>()

const FIRST: ActiveRow = { index: 0, wantsFocus: 0, isReturn: false }

/** The row that keys act on. Another list starts with its first. */
export function useActiveRow(listKey: string) {
  const place = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [active, setActive] = useState<ActiveRow>(() => {
    const index = opened.get(place)
    return index === undefined ? FIRST : { index, wantsFocus: 1, isReturn: true }
  })
  const [key, setKey] = useState(listKey)
  if (key !== listKey) {
    setKey(listKey)
    setActive(FIRST)
    window.scrollTo({ top: 0 })
  }
  const activate = useCallback((index: number, wantsFocus: boolean) => {
    setActive((before) => {
      if (!wantsFocus && before.index === index) return before
      return { index, wantsFocus: wantsFocus ? before.wantsFocus + 1 : 0, isReturn: false }
    })
  }, [])
  const remember = useCallback((index: number) => void opened.set(place, index), [place])
  return { active, activate, remember }
}

/** Focuses the active row once the keyboard has asked for it and the row exists. */
export function useRowFocus({ wantsFocus, isReturn }: ActiveRow, index: number, scrollTo: (index: number) => void) {
  const given = useRef(0)
  // After every rendering: a distant row appears only once the list has scrolled there.
  useEffect(() => {
    if (wantsFocus === 0 || given.current === wantsFocus) return
    const row = document.getElementById(rowElementId(index))
    if (!row) return
    given.current = wantsFocus
    if (!isReturn) scrollTo(index)
    row.focus({ preventScroll: true })
  })
}
