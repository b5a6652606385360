export interface Heading {
  /** Its name in a URL: `#heat-shock`. */
  anchor: string
  /** 0 for the highest level of this text. */
  depth: number
  words: string
  element: HTMLElement
}

/** The headings of a text, in order. Their elements get no ids, because the editor owns them. */
export function readHeadings(text: ParentNode): Heading[] {
  const elements = [...text.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')]
  const named = elements.flatMap((element) => {
    const words = element.textContent.trim()
    return words === '' ? [] : [{ element, words, level: Number(element.localName.slice(1)) }]
  })
  const highest = Math.min(...named.map(({ level }) => level))
  const counts = new Map<string, number>()
  return named.map(({ element, words, level }) => {
    const name = anchorOf(words)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { element, words, depth: level - highest, anchor: count === 1 ? name : `${name}-${count}` }
  })
}

function anchorOf(words: string): string {
  const name = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return name || 'section'
}

export function areSame(a: readonly Heading[], b: readonly Heading[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at]
      return one.element === other?.element && one.words === other.words && one.depth === other.depth
    })
  )
}
