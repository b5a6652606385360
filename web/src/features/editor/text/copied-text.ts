import type { Node as DocNode, Fragment, Slice } from '@tiptap/pm/model'
import { type CalloutMessages, calloutKind } from '../../rendered-text/callouts.ts'
import { inertDom } from '../../rendered-text/safe-dom.ts'

/** The plain text of a copied part: tables as spreadsheets take them, lists and boxes as people type them. */
export function copiedText(slice: Slice, text: CalloutMessages): string {
  // The empty line at the end is only room to write.
  return writeBlocks(selectedContent(slice), text).replace(/\n+$/, '')
}

/** These turn their children into lines or cells. */
const FRAMES = new Set(['table', 'tableRow', 'bulletList', 'orderedList', 'taskList'])

/** A selection inside one cell or item copies its words, without what surrounds them. */
function selectedContent({ content, openStart, openEnd }: Slice): Fragment {
  let inner = content
  for (let depth = Math.min(openStart, openEnd); depth > 0; depth -= 1) {
    const only = inner.childCount === 1 ? inner.firstChild : null
    if (!only || (FRAMES.has(only.type.name) && only.childCount > 1)) break
    inner = only.content
  }
  return inner
}

function writeBlocks({ content }: Fragment, text: CalloutMessages): string {
  const [first] = content
  if (first?.type.name === 'tableRow') return writeRows(content, text)
  if (first?.isInline) return writeInline(content)
  return content.map((node) => writeBlock(node, text)).join('\n\n')
}

function writeBlock(node: DocNode, text: CalloutMessages): string {
  switch (node.type.name) {
    case 'table':
      return writeRows(node.children, text)
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return node.children.map((item, index) => writeItem(item, markerOf(item, node, index), text)).join('\n')
    case 'listItem':
    case 'taskItem':
      return writeItem(node, markerOf(node), text)
    case 'blockquote':
      return writeBlocks(node.content, text).replaceAll(/^/gm, '> ')
    case 'callout':
      return `${text.callouts[calloutKind(String(node.attrs.class))]}: ${writeBlocks(node.content, text)}`
    case 'figure':
      return [...new Set([pictureName(node), writeInline(node.children)])].filter((line) => line !== '').join('\n')
    case 'horizontalRule':
      return '---'
    case 'foreign':
      return inertDom(String(node.attrs.rawHtml)).textContent.trim()
    default:
      return writeBlocks(node.content, text)
  }
}

function markerOf(item: DocNode, list?: DocNode, index = 0): string {
  if (item.type.name === 'taskItem') return item.attrs.checked === true ? '[x] ' : '[ ] '
  if (list?.type.name !== 'orderedList') return '- '
  return `${list.attrs.reversed ? list.childCount - index : Number(list.attrs.start ?? 1) + index}. `
}

/** What is below the first line of an item is indented: lists in it by line, other blocks with a line between. */
function writeItem(item: DocNode, marker: string, text: CalloutMessages): string {
  let written = ''
  for (const [index, node] of item.children.entries()) {
    if (index > 0) written += FRAMES.has(node.type.name) ? '\n' : '\n\n'
    written += writeBlock(node, text)
  }
  return marker + written.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`)
}

/** A merged cell leaves its other places empty, so that the columns after it stay where they are. */
function writeRows(rows: readonly DocNode[], text: CalloutMessages): string {
  /** By column, how many more rows a cell from above takes. */
  const taken: number[] = []
  const lines = rows.map((row) => {
    const line: string[] = []
    const skipTaken = () => {
      while ((taken[line.length] ?? 0) > 0) {
        taken[line.length] = (taken[line.length] ?? 0) - 1
        line.push('')
      }
    }
    for (const cell of row.children) {
      skipTaken()
      const { colspan, rowspan } = cell.attrs
      const words = writeBlocks(cell.content, text).replaceAll(/\s*[\n\t]\s*/g, ' ')
      for (let column = 0; column < Number(colspan ?? 1); column += 1) {
        taken[line.length] = Number(rowspan ?? 1) - 1
        line.push(column === 0 ? words : '')
      }
    }
    skipTaken()
    return line.join('\t')
  })
  return lines.join('\n')
}

function writeInline(nodes: readonly DocNode[]): string {
  return nodes
    .map((node) => {
      if (node.type.name === 'hardBreak') return '\n'
      return node.type.name === 'image' ? pictureName(node) : (node.text ?? '')
    })
    .join('')
}

/** What a picture shows, or the name of its file. */
function pictureName({ attrs: { alt, title, src } }: DocNode): string {
  if (alt || title) return String(alt || title)
  const address = String(src ?? '')
  if (address.startsWith('data:')) return ''
  const [path = '', query = ''] = address.split('?')
  return new URLSearchParams(query).get('name') ?? path.slice(path.lastIndexOf('/') + 1)
}
