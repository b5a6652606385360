import { useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type EntryRef, entryLink } from '../../entry-data/entry-types.ts'
import { entryOf } from '../links/entry-of-link.ts'

export interface LinkPreview {
  entry: EntryRef
  /** The position of the link on the screen. */
  at: DOMRect
}

const OPEN_MS = 350
/** The time to move from the link onto the card. */
const CLOSE_MS = 300

/** The linked entry at the pointer, the focus or the cursor. */
export function useLinkPreview(area: RefObject<HTMLElement | null>, editor: Editor | undefined) {
  const [preview, setPreview] = useState<LinkPreview>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()

  const later = useCallback((delay: number, next: () => LinkPreview | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPreview(next()), delay)
  }, [])
  const keep = useCallback(() => clearTimeout(timer.current), [])
  const leave = useCallback(() => later(CLOSE_MS, () => undefined), [later])
  const close = useCallback(() => {
    keep()
    setPreview(undefined)
  }, [keep])

  useEffect(() => {
    const place = area.current
    if (!place) return
    const open = (link: HTMLAnchorElement) => {
      const entry = entryOf(link)
      if (entry) later(OPEN_MS, () => (link.isConnected ? { entry, at: link.getBoundingClientRect() } : undefined))
      else leave()
    }
    const enter = (event: PointerEvent | FocusEvent) => {
      const link = linkAt(event.target)
      // A touch follows the link, or puts the cursor into it.
      if (link && !(event instanceof PointerEvent && event.pointerType === 'touch')) open(link)
    }
    const exit = (event: PointerEvent | FocusEvent) => linkAt(event.target) && leave()
    const follow = (event: MouseEvent) => {
      const link = linkAt(event.target)
      const entry = link && !link.isContentEditable ? entryOf(link) : undefined
      if (!entry || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(entryLink(entry))
    }
    const moveCursor = ({ transaction }: { transaction: Transaction }) => {
      if (!editor?.isEditable || transaction.docChanged) return close()
      const link = editor.state.selection.empty ? linkAtCursor(editor) : undefined
      if (link) open(link)
      else leave()
    }
    place.addEventListener('pointerover', enter)
    place.addEventListener('pointerout', exit)
    place.addEventListener('focusin', enter)
    place.addEventListener('focusout', exit)
    place.addEventListener('click', follow)
    editor?.on('selectionUpdate', moveCursor)
    return () => {
      keep()
      place.removeEventListener('pointerover', enter)
      place.removeEventListener('pointerout', exit)
      place.removeEventListener('focusin', enter)
      place.removeEventListener('focusout', exit)
      place.removeEventListener('click', follow)
      editor?.off('selectionUpdate', moveCursor)
    }
  }, [area, editor, later, leave, close, keep, navigate])

  useEffect(() => {
    if (!preview) return
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    document.addEventListener('keydown', dismiss, { capture: true })
    // The link moves away from the card.
    window.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', dismiss, { capture: true })
      window.removeEventListener('scroll', close, { capture: true })
    }
  }, [preview, close])

  return { preview, keep, leave, close }
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function linkAtCursor(editor: Editor): HTMLAnchorElement | undefined {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  return (node instanceof Element ? node : node.parentElement)?.closest<HTMLAnchorElement>('a[href]') ?? undefined
}
