import { useLocation } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

export interface ActiveRow {
  index: number
  /** Counts how often the keyboard asked for the focus; 0 as long as it has not. */
  wantsFocus: number
}

/** Which row was opened from which place of the history, so that one comes back to it. */
const opened = new Map<string, number>()

/** The row that the keys mean. Another list starts with its first. */
export function useActiveRow(listKey: string) {
  const place = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [active, setActive] = useState<ActiveRow>(() => {
    const index = opened.get(place)
    return index === undefined ? { index: 0, wantsFocus: 0 } : { index, wantsFocus: 1 }
  })
  const [key, setKey] = useState(listKey)
  if (key !== listKey) {
    setKey(listKey)
    setActive({ index: 0, wantsFocus: 0 })
    window.scrollTo({ top: 0 })
  }
  const activate = useCallback((index: number, wantsFocus: boolean) => {
    setActive((before) => {
      if (!wantsFocus && before.index === index) return before
      return { index, wantsFocus: wantsFocus ? before.wantsFocus + 1 : 0 }
    })
  }, [])
  const remember = useCallback((index: number) => void opened.set(place, index), [place])
  return { active, activate, remember }
}
