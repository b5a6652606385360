/** Elements that the editor does not support. */
export const FOREIGN = ['details', 'audio', 'video', 'figure', 'dl', 'div[style]', 'div[class]']

/** Whether an element is kept unchanged, with all its content. */
export function isForeign(element: Element): boolean {
  return element.matches(FOREIGN.join(', ')) || (element.localName === 'table' && isForeignTable(element))
}

export function isForeignTable(table: Element): boolean {
  return table.querySelector('caption, table') !== null
}
