import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Listener {
  /** Somebody has typed, or only moved the cursor, which opens nothing. */
  look(isTyped: boolean): void
  leave(): void
}

/**
 * The trigger at the cursor while somebody types it; Escape and moving away end it.
 * @param find The trigger at the cursor. Like `listen`, it must stay the same function.
 * @param listen Tells of typing and leaving, until the returned function is called.
 */
export function useOpenTrigger<T extends { from: number }>(
  find: () => T | undefined,
  listen: (listener: Listener) => (() => void) | undefined,
) {
  const [trigger, setTrigger] = useState<T>()
  const isOpen = useRef(false)
  const close = useCallback(() => {
    isOpen.current = false
    setTrigger(undefined)
  }, [])
  useEffect(() => {
    let dismissed: number | undefined
    const look = (isTyped: boolean) => {
      if (!isTyped && !isOpen.current) return
      const found = find()
      if (!found) dismissed = undefined
      const wasOpen = isOpen.current
      isOpen.current = found !== undefined && found.from !== dismissed
      // Synchronously: Enter may be the next key, and takes the result for the letters before it.
      if (isOpen.current || wasOpen) flushSync(() => setTrigger(isOpen.current ? found : undefined))
    }
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen.current) return
      dismissed = find()?.from
      close()
      event.stopPropagation()
    }
    const stop = listen({ look, leave: close })
    // Not on the field itself, which may not exist yet.
    document.addEventListener('keydown', dismiss, { capture: true })
    return () => {
      stop?.()
      document.removeEventListener('keydown', dismiss, { capture: true })
    }
  }, [find, listen, close])
  return { trigger, close }
}
