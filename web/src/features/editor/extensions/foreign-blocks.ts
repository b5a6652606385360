/** Elements that the editor does not support. */
export const FOREIGN = ['audio', 'video', 'dl', 'div[style]:not(.callout)', 'div[class]:not(.callout)']
/** Elements of which some are supported. */
export const PARTLY_FOREIGN = ['table', 'figure', 'details']

/** Whether an element is kept unchanged, with all its content. */
export function isForeign(element: Element): boolean {
  return (
    element.matches(FOREIGN.join(', ')) ||
    (element.localName === 'table' && isForeignTable(element)) ||
    (element.localName === 'figure' && isForeignFigure(element)) ||
    (element.localName === 'details' && isForeignDetails(element))
  )
}

const BLOCKS = 'blockquote, div, dl, figure, h1, h2, h3, h4, h5, h6, hr, ol, p, pre, table, ul'

/** One with another inside, or with more than words above it. */
export function isForeignTable(table: Element): boolean {
  const captions = table.querySelectorAll('caption')
  return (
    table.querySelector('table') !== null ||
    captions.length > 1 ||
    captions[0]?.querySelector(`${BLOCKS}, audio, details, img, video`) != null
  )
}

/** Anything but a picture with its caption below. */
export function isForeignFigure(figure: Element): boolean {
  const [picture, caption, ...more] = figure.children
  if (more.length > 0 || !picture?.matches('img[src]') || caption?.localName !== 'figcaption') return true
  if (caption.attributes.length > 0 || caption.querySelector(BLOCKS)) return true
  return [...figure.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '')
}

/** Anything but a line of words, first, and what it opens. */
export function isForeignDetails(details: Element): boolean {
  const [summary, ...others] = details.children
  if (summary?.localName !== 'summary' || summary.querySelector(BLOCKS)) return true
  if (others.some(({ localName }) => localName === 'summary')) return true
  // Words before the line are shown below it.
  for (let node = summary.previousSibling; node; node = node.previousSibling) {
    if (node.textContent?.trim() !== '') return true
  }
  return false
}
