import { useEffect, useEffectEvent } from 'react'

let answer: (() => void) | undefined

/** Opens the device's dialog for files of the entry on the page. Only while a key or the mouse is pressed: browsers require it. */
export function askForFiles(): void {
  answer?.()
}

/** For the section of files. */
export function useFileRequests(choose: () => void): void {
  const latest = useEffectEvent(choose)
  useEffect(() => {
    const mine = () => latest()
    answer = mine
    return () => {
      if (answer === mine) answer = undefined
    }
  }, [])
}
