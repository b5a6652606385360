import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { EntryDraft } from '../saving/use-entry-draft.ts'

/** Keeps the cursor of a text area between the same characters when the text is replaced from outside. */
export function useKeptCursor(field: RefObject<HTMLTextAreaElement | null>, { body, onReplace }: EntryDraft): void {
  const wanted = useRef<[start: number, end: number]>(undefined)
  useEffect(
    () =>
      onReplace((next) => {
        const element = field.current
        if (!element || element !== document.activeElement) return
        const move = (position: number) => moveCursor(element.value, next.body, position)
        wanted.current = [move(element.selectionStart), move(element.selectionEnd)]
      }),
    [field, onReplace],
  )
  // After the new text is in the field.
  useLayoutEffect(() => {
    if (wanted.current) field.current?.setSelectionRange(...wanted.current)
    wanted.current = undefined
  }, [field, body])
}

/** Maps a position through a change of the text. */
export function moveCursor(before: string, after: string, position: number): number {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  if (position <= start) return position
  let tail = 0
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return position >= before.length - tail ? position + after.length - before.length : after.length - tail
}
