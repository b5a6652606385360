import { useEffect } from 'react'

/** Sets the window title: `usePageTitle('Experiments')`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Aliquot' : `${title} · Aliquot`
  }, [title])
}
