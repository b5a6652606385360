import { useEffect, useState } from 'react'
import { takesText } from '../../ui/keys/shortcuts.ts'

const PAUSE = 1_200

let lastKey = Number.NEGATIVE_INFINITY

/** Tracks key presses; returns a function that stops it. */
export function watchTyping(): () => void {
  const listen = () => {
    lastKey = performance.now()
  }
  document.addEventListener('keydown', listen, { capture: true })
  return () => document.removeEventListener('keydown', listen, { capture: true })
}

/**
 * True once a dialog may take the focus: at once, or when a typing person pauses. What they type until then must land
 * in their text, which is stored on the device.
 */
export function useTypingPause(isWanted: boolean): boolean {
  const [isFree, setFree] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      const left = takesText(document.activeElement) ? lastKey + PAUSE - performance.now() : 0
      if (left > 0) timer = setTimeout(check, left)
      else setFree(true)
    }
    check()
    return () => {
      clearTimeout(timer)
      setFree(false)
    }
  }, [isWanted])
  return isWanted && isFree
}
