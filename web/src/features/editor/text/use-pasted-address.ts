import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import { keepLink } from '../../links/live-links.ts'
import type { EntryDraft } from '../../saving/use-entry-draft.ts'
import { moveCursor } from '../use-kept-cursor.ts'
import { markdownLink } from './markdown-link.ts'
import { entryAtAddress, hrefOf, titleAt } from './pasted-address.ts'

/** The address of an entry, pasted into a Markdown text, becomes a link with its title as soon as that is known. */
export function usePastedAddress(field: RefObject<HTMLTextAreaElement | null>, entryId: number, draft: EntryDraft) {
  const latest = useRef(draft)
  const places = useRef(new Set<{ position: number }>())
  useLayoutEffect(() => {
    const before = latest.current.body
    for (const place of places.current) place.position = moveCursor(before, draft.body, place.position)
    latest.current = draft
  })

  return async (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const address = event.clipboardData.getData('text/plain').trim()
    const target = entryAtAddress(address)
    if (!target) return
    const place = { position: event.currentTarget.selectionStart }
    places.current.add(place)
    const title = await titleAt(target)
    places.current.delete(place)
    if (!title) return
    if (!isTemplateType(target.type)) keepLink(entryId, { type: target.type, id: target.id, title })
    replace(place.position, address, markdownLink(title, hrefOf(target)))
  }

  function replace(position: number, words: string, by: string): void {
    const { body, setBody } = latest.current
    const element = field.current
    if (!element || !body.startsWith(words, position)) return
    const next = body.slice(0, position) + by + body.slice(position + words.length)
    const cursor = [element.selectionStart, element.selectionEnd].map((at) => moveCursor(body, next, at))
    flushSync(() => setBody(next))
    element.setSelectionRange(cursor[0] ?? 0, cursor[1] ?? 0)
  }
}
