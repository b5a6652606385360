import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import type { EntryRef } from '../../entry-data/entry-types.ts'
import type { EntryDraft } from '../../saving/use-entry-draft.ts'
import { useSession } from '../../session/session.queries.ts'
import { uploadQueue } from '../../uploads/upload-queue.ts'
import { moveCursor } from '../use-kept-cursor.ts'
import { insertFiles, isShown } from './insert-files.ts'

/** Pictures pasted into a Markdown text become files of the entry, and the text shows them. */
export function usePastedPictures(field: RefObject<HTMLTextAreaElement | null>, entry: EntryRef, draft: EntryDraft) {
  const { fail } = useToasts()
  const { userid } = useSession()
  const latest = useRef(draft)
  const places = useRef(new Set<{ position: number }>())
  useLayoutEffect(() => {
    const before = latest.current.body
    for (const place of places.current) place.position = moveCursor(before, draft.body, place.position)
    latest.current = draft
  })

  const holdPlace = (name: string) => {
    const place = { position: field.current?.selectionEnd ?? latest.current.body.length }
    places.current.add(place)
    return (src: string) => {
      places.current.delete(place)
      if (field.current) insert(field.current, place.position, `![${name.replace(/[[\]\\]/g, '\\$&')}](${src})`)
    }
  }

  const insert = (element: HTMLTextAreaElement, position: number, words: string) => {
    const { body, setBody } = latest.current
    const cursor = [element.selectionStart, element.selectionEnd].map((at) => at + (at < position ? 0 : words.length))
    flushSync(() => setBody(body.slice(0, position) + words + body.slice(position)))
    element.setSelectionRange(cursor[0] ?? 0, cursor[1] ?? 0)
  }

  return (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // A copied table also contains a picture; here people want its text.
    if (types.includes('text/plain') || !Array.from(files).some(isShown)) return
    event.preventDefault()
    insertFiles(uploadQueue(entry, userid), Array.from(files), { entry, holdPlace }, fail)
  }
}
