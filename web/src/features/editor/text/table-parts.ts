import type { Node as DocNode } from '@tiptap/pm/model'

/** The words above a table of another program: HTML, or null. They are kept and shown, not edited. */
export function readCaption(table: HTMLElement): string | null {
  return table.querySelector(':scope > caption')?.outerHTML ?? null
}

/** The column definitions of another program: HTML, or null. */
export function readColumns(table: HTMLElement): string | null {
  const groups = [...table.children].filter(({ localName }) => localName === 'colgroup')
  const written = groups.map((group) => {
    const columns = [...group.children].map(({ outerHTML }) => outerHTML).join('')
    const [start = ''] = /^<[^>]*>/.exec(group.outerHTML) ?? []
    return `${start}${columns}</colgroup>`
  })
  return written.join('') || null
}

/** The section of a row, such as `tbody 1`; null if there is only one body. */
export function readSection(row: HTMLElement): string | null {
  const section = row.parentElement
  const sections = [...(section?.parentElement?.children ?? [])].filter(({ localName }) =>
    /^t(?:head|body|foot)$/.test(localName),
  )
  if (!section || (sections.length === 1 && section.localName === 'tbody')) return null
  return `${section.localName} ${sections.indexOf(section)}`
}

/** The HTML inside a table. */
export function writeTableParts(table: DocNode, writeRow: (row: DocNode) => string): string {
  const sections = sectionsOf(table)
  let html = `${table.attrs.caption ?? ''}${writeColumns(table)}`
  for (const [index, row] of table.children.entries()) {
    const section = sections[index] ?? 'tbody'
    const [name] = section.split(' ')
    if (section !== sections[index - 1]) html += `<${name}>`
    html += writeRow(row)
    if (section !== sections[index + 1]) html += `</${name}>`
  }
  return html
}

/** A new row joins the section of the row below it; at the end, of the row above. */
function sectionsOf(table: DocNode): string[] {
  const known = table.children.map((row) => row.attrs.section as string | null)
  for (let index = known.length - 2; index >= 0; index -= 1) known[index] ??= known[index + 1] ?? null
  let last = 'tbody'
  return known.map((section) => {
    last = section ?? last
    return last
  })
}

export function countColumns(table: DocNode): number {
  return table.firstChild?.children.reduce((sum, cell) => sum + Number(cell.attrs.colspan ?? 1), 0) ?? 0
}

/** Never more columns than the table has, because browsers would draw them. */
export function writeColumns(table: DocNode): string {
  const html = (table.attrs.columns as string | null) ?? ''
  if (html === '' || html.includes('span=')) return html
  let left = countColumns(table)
  return html.replace(/<col(?:\s[^>]*)?>/g, (column) => {
    left -= 1
    return left >= 0 ? column : ''
  })
}
