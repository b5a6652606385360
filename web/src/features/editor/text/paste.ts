import type { JSONContent } from '@tiptap/core'

/** Cells copied from a spreadsheet as plain text; undefined for other text. */
export function tableFromText(text: string): JSONContent | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (!lines.every((line) => line.includes('\t'))) return undefined
  const rows = lines.map((line) => line.split('\t'))
  const width = Math.max(...rows.map((row) => row.length))
  const content = rows.map((row) => ({
    type: 'tableRow',
    content: Array.from({ length: width }, (_, column) => cell(row[column] ?? '')),
  }))
  return { type: 'table', content }
}

function cell(words: string): JSONContent {
  const content = words === '' ? [] : [{ type: 'text', text: words }]
  return { type: 'tableCell', content: [{ type: 'paragraph', content }] }
}

/** Whether this is the HTML that a browser adds to a copied picture: its URL and no words. */
export function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelectorAll('img').length === 1 && body.textContent.trim() === ''
}

/** Pasted text loses its colours, fonts and sizes but keeps bold and italic. */
export function plainStyles(html: string): string {
  // Copied from our own editor: keep everything.
  if (html.includes('data-pm-slice')) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.body.querySelectorAll('script, style, meta, link')) element.remove()
  for (const element of page.body.querySelectorAll('*')) dropHandlers(element)
  for (const element of page.body.querySelectorAll<HTMLElement>('[style], [class]')) {
    const style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
    element.removeAttribute('class')
    // Some programs wrap all they copy in a `b` that is styled as not bold.
    if (element.localName === 'b' && /font-weight:\s*normal/i.test(style)) element.replaceWith(...element.childNodes)
    if (element.localName !== 'span') continue
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapContent(element, 'strong')
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em')
  }
  return page.body.innerHTML
}

function dropHandlers(element: Element): void {
  for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name)
}

function wrapContent(element: HTMLElement, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
