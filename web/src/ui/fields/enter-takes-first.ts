import { type KeyboardEvent, useEffect, useState } from 'react'

/**
 * For fields that offer what the service finds: Enter takes the first one that fits the letters, also when the answer to
 * the last of them is still on its way. `<Autocomplete onKeyDown={useEnterTakesFirst(isAnswered, takeFirst)} />`
 */
export function useEnterTakesFirst(isAnswered: boolean, takeFirst: () => void): (event: KeyboardEvent) => void {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || !isAnswered) return
    setWanted(false)
    takeFirst()
  })
  return (event) => {
    // With an option marked, the field itself takes that one.
    const isMarked = event.currentTarget.getAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isMarked) return setWanted(false)
    event.preventDefault()
    setWanted(true)
  }
}
