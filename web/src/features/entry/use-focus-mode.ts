import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { isSomethingOpen } from '../../ui/keys/open-layers.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'

export const FOCUS_KEYS = 'mod+shift+f'

export interface FocusMode {
  isOn: boolean
  toggle(): void
  /** What the button does. */
  label: string
}

/** Only title and text, for as long as one stays on the page. Styles of the other parts look at `data-focus-mode`. */
export function useFocusMode(group: string): FocusMode {
  const text = useMessages(entryMessages)
  const [isOn, setOn] = useState(false)
  const toggle = () => setOn(!isOn)
  const label = isOn ? text.leaveFocusMode : text.focusMode
  useEffect(() => {
    if (!isOn) return
    const { dataset } = document.documentElement
    dataset.focusMode = ''
    return () => {
      delete dataset.focusMode
    }
  }, [isOn])
  useShortcuts({ [FOCUS_KEYS]: { label, whileTyping: true, run: toggle } }, group)
  useEffect(() => {
    if (!isOn) return
    // Not a shortcut: the editor takes every Escape for handled. Elsewhere a handled one has left the tour or the past.
    const leave = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isInText = target instanceof Element && target.closest('[contenteditable="true"]') !== null
      if (key === 'Escape' && (isInText || !defaultPrevented) && !isSomethingOpen()) setOn(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [isOn])
  return { isOn, toggle, label }
}
