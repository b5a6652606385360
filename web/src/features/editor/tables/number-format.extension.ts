import { FORMAT_ATTRIBUTE, showNumber } from '@aliquot/contract/number-format'
import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { AttrStep } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const key = new PluginKey<DecorationSet>('numberFormat')

/** Shows the numbers of formatted cells rounded. The cell with the cursor shows what is stored. */
export const NumberFormats = Extension.create({
  name: 'numberFormats',
  addGlobalAttributes: () => [
    {
      types: ['tableCell', 'tableHeader'],
      attributes: { [FORMAT_ATTRIBUTE]: { default: null, keepOnSplit: false } },
    },
  ],
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, shownIn(doc, 0, doc.content.size)),
        apply: (tr, before) => (tr.docChanged ? showAgain(tr, before) : before),
      },
      props: { decorations: withoutCurrent },
    }),
  ],
})

/** Looks only at what the transaction changed. */
function showAgain({ doc, mapping, steps }: Transaction, before: DecorationSet): DecorationSet {
  let set = before.map(mapping, doc)
  const look = (from: number, to: number) => {
    const old = set.find(from, to)
    const shown = shownIn(doc, from, to)
    if (old.length > 0 || shown.length > 0) set = set.remove(old).add(doc, shown)
  }
  for (const [index, step] of steps.entries()) {
    const rest = mapping.slice(index + 1)
    // A changed attribute moves no text, so a step map does not show it.
    if (step instanceof AttrStep) look(rest.map(step.pos), rest.map(step.pos) + 1)
    mapping.maps[index]?.forEach((_from, _to, start, end) => {
      look(Math.max(0, rest.map(start, -1) - 1), Math.min(doc.content.size, rest.map(end, 1) + 1))
    })
  }
  return set
}

function shownIn(doc: DocNode, from: number, to: number): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, position) => {
    const format = node.attrs[FORMAT_ATTRIBUTE]
    const shown = format && showNumber(plainLineOf(node), format)
    if (shown) found.push(Decoration.node(position, position + node.nodeSize, { 'data-shown': shown }))
    return !node.isTextblock
  })
  return found
}

/** These change the look of a number, not its value. */
const LOOKS = new Set(['bold', 'italic', 'underline', 'textStyle'])

/** The text of a cell with a single plain line. The shown number would cover pictures, other lines and powers. */
function plainLineOf(cell: DocNode): string {
  const line = cell.childCount === 1 ? cell.firstChild : null
  const isPlain = line?.children.every(({ isText, marks }) => isText && marks.every(({ type }) => LOOKS.has(type.name)))
  return line?.isTextblock && isPlain ? line.textContent : ''
}

function withoutCurrent(state: EditorState): DecorationSet {
  const set = key.getState(state) ?? DecorationSet.empty
  if (!(state.selection instanceof TextSelection)) return set
  const { $from } = state.selection
  const here = set.find($from.pos, $from.pos)
  return here.length > 0 ? set.remove(here) : set
}
