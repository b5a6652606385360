/** Elements that the editor does not support. */
export const FOREIGN = ['details', 'audio', 'video', 'dl', 'div[style]', 'div[class]']

/** Whether an element is kept unchanged, with all its content. */
export function isForeign(element: Element): boolean {
  return (
    element.matches(FOREIGN.join(', ')) ||
    (element.localName === 'table' && isForeignTable(element)) ||
    (element.localName === 'figure' && isForeignFigure(element))
  )
}

export function isForeignTable(table: Element): boolean {
  return table.querySelector('caption, table') !== null
}

const BLOCKS = 'blockquote, div, dl, figure, h1, h2, h3, h4, h5, h6, hr, ol, p, pre, table, ul'

/** Anything but a picture with its caption below. */
export function isForeignFigure(figure: Element): boolean {
  const [picture, caption, ...more] = figure.children
  if (more.length > 0 || !picture?.matches('img[src]') || caption?.localName !== 'figcaption') return true
  if (caption.attributes.length > 0 || caption.querySelector(BLOCKS)) return true
  return [...figure.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '')
}
