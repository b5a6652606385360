import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface ActiveRow {
  index: number
  /** Counts how often the keyboard asked for the focus; 0 as long as it has not. */
  wantsFocus: number
  /** Come back to: the page is where it was, and stays there. */
  isReturn: boolean
}

export function rowElementId(index: number): string {
  return `entry-row-${index}`
}

/** Which row was opened from which place of the history, so that one comes back to it. */
const opened = new Map<string, number>()

const FIRST: ActiveRow = { index: 0, wantsFocus: 0, isReturn: false }

/** The row that the keys mean. Another list starts with its first. */
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

/** Gives the active row the focus that was asked for, as soon as the row is there. */
export function useRowFocus({ wantsFocus, isReturn }: ActiveRow, index: number, scrollTo: (index: number) => void) {
  const given = useRef(0)
  // After every drawing: a row far away appears only when the list has been scrolled there.
  useEffect(() => {
    if (wantsFocus === 0 || given.current === wantsFocus) return
    const row = document.getElementById(rowElementId(index))
    if (!row) return
    given.current = wantsFocus
    if (!isReturn) scrollTo(index)
    row.focus({ preventScroll: true })
  })
}
