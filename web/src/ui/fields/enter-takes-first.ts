import { type KeyboardEvent, useEffect, useState } from 'react'

/**
 * For fields with suggestions of the service: Enter takes the first match, even if the answer for the last letter is
 * still on its way. `<Autocomplete onKeyDown={useEnterTakesFirst(isAnswered, takeFirst)} />`
 */
export function useEnterTakesFirst(isAnswered: boolean, takeFirst: () => void): (event: KeyboardEvent) => void {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || !isAnswered) return
    setWanted(false)
    takeFirst()
  })
  return (event) => {
    // If an option is marked, the field takes that one itself.
    const isMarked = event.currentTarget.getAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isMarked) return setWanted(false)
    event.preventDefault()
    setWanted(true)
  }
}
