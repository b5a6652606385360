import { type RefObject, useCallback } from 'react'
import { useOpenTrigger } from './use-open-trigger.ts'

/**
 * The trigger at the cursor of a text area.
 * @param find Finds it before a position of a text. It must stay the same function.
 */
export function useFieldTrigger<T extends { from: number }>(
  field: RefObject<HTMLTextAreaElement | null>,
  find: (text: string, at: number) => T | undefined,
) {
  return useOpenTrigger(
    useCallback(() => {
      const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
      return selectionStart === selectionEnd ? find(value, selectionStart) : undefined
    }, [field, find]),
    useCallback(
      ({ look, leave }) => {
        const ending = new AbortController()
        const options = { signal: ending.signal }
        field.current?.addEventListener('input', () => look(true), options)
        field.current?.addEventListener('blur', leave, options)
        document.addEventListener('selectionchange', () => look(false), options)
        return () => ending.abort()
      },
      [field],
    ),
  )
}
