import { useEffect, useEffectEvent } from 'react'
import { isTouch } from '../is-touch.ts'

/** In browsers of Android. Others leave the page, as before. */
declare global {
  interface Window {
    CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void }
  }
}

/** The back gesture of a phone closes what covers the page, instead of leaving the page below. */
export function useCloseOnBack(close: () => void, isOpen = true): void {
  const end = useEffectEvent(close)
  useEffect(() => {
    // Elsewhere Escape closes it, and menus in it before.
    if (!isOpen || !window.CloseWatcher || !isTouch()) return
    const watcher = new window.CloseWatcher()
    watcher.onclose = () => end()
    return () => watcher.destroy()
  }, [isOpen])
}
