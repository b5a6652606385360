import { useEffect } from 'react'

/** `usePageTitle('Experiments')`: the window says where one is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Aliquot' : `${title} · Aliquot`
  }, [title])
}
