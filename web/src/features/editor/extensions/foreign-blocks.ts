/** Elements that the editor has no tools for. */
export const FOREIGN = ['details', 'audio', 'video', 'figure', 'dl', 'div[style]', 'div[class]']

/** True for what is kept as it is, whatever is in it. */
export function isForeign(element: Element): boolean {
  return element.matches(FOREIGN.join(', ')) || (element.localName === 'table' && isForeignTable(element))
}

export function isForeignTable(table: Element): boolean {
  return table.querySelector('caption, table') !== null
}
