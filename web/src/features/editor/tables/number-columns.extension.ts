import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isNumberColumn } from '../../../ui/words/is-number.ts'

const key = new PluginKey<DecorationSet>('numberColumns')

/** Aligns columns of numbers as in a text that is only read. */
export const NumberColumns = Extension.create({
  name: 'numberColumns',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) =>
          DecorationSet.create(
            doc,
            markedIn(doc, 0, doc.content.size).flatMap(({ marks }) => marks),
          ),
        apply: (tr, before) => (tr.docChanged ? markAgain(tr, before) : before),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** Looks only at tables that the transaction changed. */
function markAgain({ doc, mapping }: Transaction, before: DecorationSet): DecorationSet {
  let set = before.map(mapping, doc)
  for (const [index, map] of mapping.maps.entries()) {
    const rest = mapping.slice(index + 1)
    map.forEach((_from, _to, start, end) => {
      const [from, to] = [Math.max(0, rest.map(start, -1) - 1), Math.min(doc.content.size, rest.map(end, 1) + 1)]
      for (const { table, marks } of markedIn(doc, from, to)) {
        set = set.remove(set.find(table.from, table.to)).add(doc, marks)
      }
    })
  }
  return set
}

interface Marked {
  table: { from: number; to: number }
  marks: Decoration[]
}

function markedIn(doc: DocNode, from: number, to: number): Marked[] {
  const found: Marked[] = []
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type.name !== 'table') return !node.isTextblock
    found.push({ table: { from: position, to: position + node.nodeSize }, marks: marksOf(node, position + 1) })
    return false
  })
  return found
}

/** Where cells are joined, a cell's place does not tell its column, so these are left alone. */
function marksOf(table: DocNode, start: number): Decoration[] {
  const columns: { cell: DocNode; at: number }[][] = []
  let isJoined = false
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt, place) => {
      if (cell.attrs.colspan > 1 || cell.attrs.rowspan > 1) isJoined = true
      columns[place] ??= []
      columns[place].push({ cell, at: start + rowAt + 1 + cellAt })
    })
  })
  if (isJoined) return []
  return columns
    .filter((column) => isNumberColumn(column.map(({ cell }) => ({ words: typedIn(cell), isHead: isHead(cell) }))))
    .flat()
    .map(({ cell, at }) => Decoration.node(at, at + cell.nodeSize, { 'data-number': '' }))
}

function isHead(cell: DocNode): boolean {
  return cell.type.name === 'tableHeader'
}

/** `0.` and `1e-` are numbers on the way: without this, the column would jump to and fro while one is typed. */
function typedIn(cell: DocNode): string {
  return cell.textContent.trim().replace(/(?:[.,]|e[-+−]?|^[-+−<>≤≥~≈±])$/i, '')
}
