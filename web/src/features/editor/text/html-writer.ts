import type { DOMOutputSpec, Node as DocNode, Fragment, Mark, Schema } from '@tiptap/pm/model'
import { isRoom } from '../extensions/room-at-end.extension.ts'
import { writeTableParts } from './table-parts.ts'

/**
 * Serialises a document as HTML. Unchanged blocks are cached, so the cost of a save grows with the changes and not with
 * the length of the entry.
 */
export function writeHtml(doc: DocNode): string {
  // Joined at once: a string built by concatenation would be flattened later, when it is stored in the browser's
  // database.
  if (isEmpty(doc)) return ''
  const blocks = isRoom(doc.lastChild) ? doc.children.slice(0, -1) : doc.children
  return blocks.map(writeBlock).join('')
}

const written = new WeakMap<DocNode, string>()

/** The HTML of one top-level block. */
export function writeBlock(block: DocNode): string {
  const known = written.get(block)
  if (known !== undefined) return known
  const html = writeNode(block)
  written.set(block, html)
  return html
}

/** Copies a document to another editor's schema and keeps its cached HTML. */
export function copyWritten(doc: DocNode, schema: Schema): DocNode {
  const copy = schema.nodeFromJSON(doc.toJSON())
  copy.forEach((block, _position, index) => {
    written.set(block, writeBlock(doc.child(index)))
  })
  return copy
}

function isEmpty(doc: DocNode): boolean {
  const only = doc.firstChild
  return doc.childCount === 1 && only?.type.name === 'paragraph' && only.childCount === 0 && !only.attrs.style
}

function writeNode(node: DocNode): string {
  if (node.isText) return escapeText(node.text ?? '')
  // Unsupported HTML is kept unchanged.
  if (typeof node.attrs.rawHtml === 'string') return node.attrs.rawHtml
  const toDom = node.type.spec.toDOM
  if (!toDom) return writeContent(node.content)
  if (node.type.name === 'table') {
    const [start = '', end = ''] = writeSpec(toDom(node), HOLE).split(`<tbody>${HOLE}</tbody>`)
    return start + writeTableParts(node, writeNode) + end
  }
  return writeSpec(toDom(node), writeContent(node.content))
}

function writeContent(content: Fragment): string {
  let html = ''
  const open: { mark: Mark; end: string }[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) html += open.pop()?.end ?? ''
  }
  content.forEach((node) => {
    let kept = 0
    while (kept < open.length && kept < node.marks.length && node.marks[kept]?.eq(open[kept]?.mark as Mark)) kept += 1
    closeTo(kept)
    for (const mark of node.marks.slice(kept)) {
      const [start = '', end = ''] = markTags(mark, node.isInline)
      html += start
      open.push({ mark, end })
    }
    html += writeNode(node)
  })
  closeTo(0)
  return html
}

const HOLE = '\u0000'

function markTags(mark: Mark, isInline: boolean): string[] {
  const toDom = mark.type.spec.toDOM
  return toDom ? writeSpec(toDom(mark, isInline), HOLE).split(HOLE) : []
}

const voidElements = new Set(['br', 'hr', 'img', 'col'])

function writeSpec(spec: DOMOutputSpec, content: string): string {
  if (typeof spec === 'string') return escapeText(spec)
  if (!Array.isArray(spec)) throw new TypeError('Only descriptions of elements can be written')
  const [name, ...rest] = spec as [string, ...unknown[]]
  const [first] = rest
  const hasAttributes = typeof first === 'object' && first !== null && !Array.isArray(first)
  const children = (hasAttributes ? rest.slice(1) : rest) as (DOMOutputSpec | 0)[]
  const tag = `<${name}${hasAttributes ? writeAttributes(first as Record<string, unknown>) : ''}>`
  if (voidElements.has(name)) return tag
  const inner = children.map((child) => (child === 0 ? content : writeSpec(child, content))).join('')
  return `${tag}${inner}</${name}>`
}

function writeAttributes(attributes: Record<string, unknown>): string {
  let text = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === '') {
      // An empty alternative text marks a decorative picture; other empty attributes mean nothing.
      if (name === 'alt' && value === '') text += ' alt=""'
      continue
    }
    text += ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`
  }
  return text
}

export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}
