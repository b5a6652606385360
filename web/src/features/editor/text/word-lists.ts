interface OpenList {
  level: number
  list: HTMLElement
}

/** Converts the lists of Word into real ones. Word copies them as paragraphs with typed numbers or bullets. */
export function adoptWordLists(body: HTMLElement): void {
  let open: OpenList[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = levelOf(paragraph)
    if (level === undefined) continue
    const marker = takeMarker(paragraph)
    const made = listFor(paragraph, marker)
    // Something stands between this paragraph and the list before it.
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    open = open.filter(
      (outer) => outer.level < level || (outer.level === level && outer.list.localName === made.localName),
    )
    if (open.at(-1)?.level !== level) {
      place(made, paragraph, open.at(-1)?.list)
      open.push({ level, list: made })
    }
    const item = body.ownerDocument.createElement('li')
    open.at(-1)?.list.append(item)
    item.append(paragraph)
  }
}

function levelOf(paragraph: Element): number | undefined {
  const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(paragraph.getAttribute('style') ?? '') ?? []
  return level === undefined ? undefined : Number(level)
}

function takeMarker(paragraph: Element): string {
  const spans = [...paragraph.querySelectorAll('span')]
  const found = spans.find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''))
  found?.remove()
  return found?.textContent?.trim() ?? ''
}

/** `1.`, `(2)`, `b)` and `iv.` begin a numbered list, all else a bulleted one. */
function listFor(paragraph: Element, marker: string): HTMLElement {
  const [, number, letters] = /^\(?(?:(\d+)|([a-z]+))[.)]/i.exec(marker) ?? []
  const list = paragraph.ownerDocument.createElement((number ?? letters) ? 'ol' : 'ul')
  if (number && number !== '1') list.setAttribute('start', number)
  if (letters) list.setAttribute('type', numeralOf(letters))
  return list
}

function numeralOf(letters: string): string {
  const numeral = /^[ivx]+$/i.test(letters) ? 'i' : 'a'
  return letters === letters.toUpperCase() ? numeral.toUpperCase() : numeral
}

function place(list: HTMLElement, paragraph: Element, outer: HTMLElement | undefined): void {
  if (outer) outer.lastElementChild?.append(list)
  else paragraph.before(list)
}
