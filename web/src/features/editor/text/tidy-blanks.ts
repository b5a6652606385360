import { isForeign } from '../extensions/foreign-blocks.ts'

const blocks = new Set(
  `address article aside audio blockquote body caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li
  main nav ol p pre section summary table tbody td tfoot th thead tr ul video`.split(/\s+/),
)

export function isBlock(element: Element): boolean {
  return blocks.has(element.localName)
}

/**
 * Line breaks in HTML source come from a program's layout and mean a blank. Other white space was typed, even twice in
 * a row, and stays.
 */
export function tidyBlanks(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data, parentElement } = node as Text
    if (!data.includes('\n') || parentElement?.closest('pre') || isInForeign(parentElement)) continue
    let words = data.replace(/[ \t\f\r]*\n[ \t\n\f\r]*/g, ' ')
    if (isEdge(node, node.previousSibling)) words = words.replace(/^ /, '')
    if (isEdge(node, node.nextSibling)) words = words.replace(/ $/, '')
    ;(node as Text).data = words
  }
}

/** Whether the line ends on that side. */
function isEdge({ parentElement }: Node, neighbour: Node | null): boolean {
  if (neighbour === null) return parentElement !== null && isBlock(parentElement)
  return neighbour instanceof Element && (isBlock(neighbour) || neighbour.localName === 'br')
}

function isInForeign(element: Element | null): boolean {
  for (let outer = element; outer; outer = outer.parentElement) if (isForeign(outer)) return true
  return false
}
