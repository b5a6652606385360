import type { ComboboxStore } from '@mantine/core'
import { useEffect } from 'react'

/** Tells screen readers which option Enter takes. Mantine tells it only after an arrow key. */
export function useTellMarkedOption({ dropdownOpened, listId, searchRef }: ComboboxStore): void {
  useEffect(() => {
    const list = listId && document.getElementById(listId)
    if (!dropdownOpened || !list) return
    const tell = () => {
      let marked: string | undefined
      for (const option of list.querySelectorAll('[role="option"]')) {
        const isMarked = option.hasAttribute('data-combobox-selected')
        option.setAttribute('aria-selected', String(isMarked))
        if (isMarked) marked = option.id
      }
      if (marked) searchRef.current?.setAttribute('aria-activedescendant', marked)
      else searchRef.current?.removeAttribute('aria-activedescendant')
    }
    tell()
    const observer = new MutationObserver(tell)
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['data-combobox-selected'] })
    return () => observer.disconnect()
  }, [dropdownOpened, listId, searchRef])
}
