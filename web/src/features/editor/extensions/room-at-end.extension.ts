import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** Blocks after which the keyboard could not write a new line. */
const CLOSED = new Set(['table', 'codeBlock', 'figure', 'foreign', 'horizontalRule', 'callout', 'details'])

/**
 * Keeps a paragraph after a table, a picture or code at the end of a text, so that Ctrl+End has a place to go to. While
 * it is empty it is not stored: opening an entry, or an edit elsewhere, changes nothing at its end.
 */
export const RoomAtEnd = Extension.create({
  name: 'roomAtEnd',
  addGlobalAttributes() {
    return [{ types: ['paragraph'], attributes: { isRoom: { default: null, rendered: false, keepOnSplit: false } } }]
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, { doc, tr, schema }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const last = doc.lastChild
        if (last && needsRoom(last)) return tr.insert(doc.content.size, createRoom(schema))
        // Words in it make it a paragraph like any other.
        if (last?.attrs.isRoom && last.childCount > 0) {
          return tr.setNodeAttribute(doc.content.size - last.nodeSize, 'isRoom', null)
        }
        return null
      },
    }),
  ],
})

/** The same document with room at its end, if it needs some. */
export function withRoom(doc: DocNode): DocNode {
  const last = doc.lastChild
  return last && needsRoom(last) ? doc.copy(doc.content.addToEnd(createRoom(doc.type.schema))) : doc
}

/** Whether a paragraph only exists on the screen. */
export function isRoom(node: DocNode | null | undefined): boolean {
  return node?.attrs.isRoom === true && node.childCount === 0
}

function needsRoom(last: DocNode): boolean {
  return CLOSED.has(last.type.name) || (last.isTextblock && last.lastChild?.type.name === 'image')
}

function createRoom(schema: DocNode['type']['schema']): DocNode {
  return schema.node('paragraph', { isRoom: true })
}
