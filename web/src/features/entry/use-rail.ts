import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const STORED = 'aliquot-details'

export interface Rail {
  /** The window has room for a column beside the text. */
  hasRoom: boolean
  /** Details are beside the text; otherwise they are below the title. */
  isShown: boolean
  toggle(): void
}

/** Where the details of entries are, stored on this device. */
export function useRail(): Rail {
  const hasRoom = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [isFolded, setFolded] = useState(localStorage.getItem(STORED) === 'below')
  const toggle = () => {
    localStorage.setItem(STORED, isFolded ? 'beside' : 'below')
    setFolded(!isFolded)
  }
  const isPrinted = useIsPrinted()
  return { hasRoom, isShown: hasRoom && !isFolded && !isPrinted, toggle }
}

/** On paper the details come below the title. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    // The browser takes the page right after the event.
    const begin = () => flushSync(() => setPrinted(true))
    const end = () => setPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted
}
