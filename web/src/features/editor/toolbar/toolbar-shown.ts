import { useSyncExternalStore } from 'react'

const STORED = 'aliquot-toolbar'
const watchers = new Set<() => void>()

/** Whether the toolbar is shown, as chosen last on this device. */
export function useToolbarShown(): [isShown: boolean, setShown: (isShown: boolean) => void] {
  const isShown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => localStorage.getItem(STORED) !== 'hidden',
  )
  return [isShown, setShown]
}

function setShown(isShown: boolean): void {
  if (isShown) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'hidden')
  for (const watcher of watchers) watcher()
}
