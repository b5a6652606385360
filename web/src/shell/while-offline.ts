import type { QueryClient } from '@tanstack/react-query'
import { showUnsent } from '../features/waiting-entries/show-unsent.ts'

/** While the service cannot be reached. Returns a function for its return. */
export function whileOffline(client: QueryClient): () => void {
  const stop = showUnsent(client)
  return () => {
    stop()
    for (const image of document.querySelectorAll('img'))
      if (image.complete && image.naturalWidth === 0) loadAgain(image)
  }
}

/** Browsers try once. Setting the same address again is what makes them try again. */
function loadAgain(image: HTMLImageElement): void {
  const address = image.getAttribute('src')
  if (address) image.setAttribute('src', address)
}
