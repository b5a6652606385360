import styles from './remote-media.module.css'

export interface MediaMessages {
  pictureElsewhere: string
  mediaElsewhere: string
}

/**
 * Whether a URL belongs to another server. It is never loaded, because that server would learn who reads which entry.
 */
export function isElsewhere(address: string): boolean {
  try {
    const { protocol, origin } = new URL(address, location.href)
    return protocol !== 'data:' && origin !== location.origin
  } catch {
    return true
  }
}

/** A placeholder for a picture of another server: its description, why it is missing, and its URL. */
export function standIn(address: string, alt: string, label: string): HTMLElement {
  const place = document.createElement('span')
  place.className = styles.place ?? ''
  const where = document.createElement('span')
  where.className = styles.address ?? ''
  where.textContent = `${label}: ${address}`
  place.append(alt, ' ', where)
  return place
}

/** Replaces all media of other servers by placeholders. */
export function replaceElsewhere(tree: ParentNode, text: MediaMessages): void {
  for (const image of tree.querySelectorAll('img[src]')) {
    const address = image.getAttribute('src') ?? ''
    if (isElsewhere(address)) {
      image.replaceWith(standIn(address, image.getAttribute('alt') ?? '', text.pictureElsewhere))
    }
  }
  for (const media of tree.querySelectorAll('audio, video')) {
    const sources = [media, ...media.querySelectorAll('source')].filter((source) => source.hasAttribute('src'))
    const elsewhere = sources.filter((source) => isElsewhere(source.getAttribute('src') ?? ''))
    const address = elsewhere[0]?.getAttribute('src')
    if (!address) continue
    if (elsewhere.length === sources.length) media.replaceWith(standIn(address, '', text.mediaElsewhere))
    for (const source of elsewhere) source.removeAttribute('src')
  }
}
