const BLOCKS = new Set([
  'P',
  'DIV',
  'LI',
  'UL',
  'OL',
  'TR',
  'TABLE',
  'PRE',
  'BLOCKQUOTE',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HR',
])

/** The words of an HTML text, each block on a line of its own. Parsing this way loads and runs nothing. */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  collect(new DOMParser().parseFromString(html, 'text/html').body, parts)
  return parts
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function collect(node: Node, parts: string[]): void {
  if (node.nodeType === Node.TEXT_NODE) {
    parts.push(node.textContent ?? '')
    return
  }
  if (!(node instanceof Element)) return
  if (node.tagName === 'BR') parts.push('\n')
  if (node.tagName === 'IMG') parts.push('🖼')
  for (const child of node.childNodes) collect(child, parts)
  if (node.tagName === 'TD' || node.tagName === 'TH') parts.push('\t')
  if (BLOCKS.has(node.tagName)) parts.push('\n')
}
