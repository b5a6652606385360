import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { languageOf } from '../../rendered-text/code/code-languages.ts'
import { classOf, loadColours, type Piece } from '../../rendered-text/code/colour-code.ts'

interface Coloured {
  block: DocNode
  position: number
  pieces: Piece[]
}

const key = new PluginKey<DecorationSet>('codeColours')

/** During typing the old colours move along; new ones are computed after a pause of this length. */
const PAUSE_MS = 200
/** The longest time slice, after which the page gets its turn. */
const SLICE_MS = 10

/** Colours code blocks of known languages. The stored text has no colours. */
export const CodeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, before) => {
          const coloured: Coloured[] = tr.getMeta(key) ?? []
          return coloured.reduce((set, one) => colour(set, tr.doc, one), before.map(tr.mapping, tr.doc))
        },
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => keepColoured(view),
    }),
  ],
})

function colour(set: DecorationSet, doc: DocNode, { block, position, pieces }: Coloured): DecorationSet {
  const start = position + 1
  const old = set.find(position, position + block.nodeSize)
  return set.remove(old).add(doc, [
    // Remembers the text for which these colours were computed.
    Decoration.node(position, position + block.nodeSize, {}, { block }),
    ...pieces.map((piece) => Decoration.inline(start + piece.from, start + piece.to, { class: classOf(piece) })),
  ])
}

function keepColoured(view: EditorView) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void work(), delay)
  }
  const work = async () => {
    if (plainBlocks(view).length === 0) return
    const find = await loadColours().catch(() => undefined)
    if (!find || view.isDestroyed) return
    // Changing the DOM would interrupt an input method.
    if (view.composing) return schedule(PAUSE_MS)
    const end = performance.now() + SLICE_MS
    const waiting = plainBlocks(view)
    const coloured: Coloured[] = []
    while (waiting.length > 0 && performance.now() < end) {
      const [block, position] = waiting.shift() ?? []
      if (!block || position === undefined) continue
      coloured.push({ block, position, pieces: find(languageOf(block.attrs) ?? '', block.textContent) })
    }
    view.dispatch(view.state.tr.setMeta(key, coloured).setMeta('addToHistory', false))
    if (waiting.length > 0) schedule(0)
  }
  schedule(0)
  return {
    update: (_: EditorView, before: { doc: DocNode }) => {
      if (before.doc !== view.state.doc) schedule(PAUSE_MS)
    },
    destroy: () => clearTimeout(timer),
  }
}

/** Code blocks with a language whose colours are missing or outdated. */
function plainBlocks({ state }: EditorView): [block: DocNode, position: number][] {
  const found: [DocNode, number][] = []
  const set = key.getState(state) ?? DecorationSet.empty
  state.doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock
    const marks = set.find(position, position + node.nodeSize, ({ block }) => block !== undefined)
    const isFresh = marks.some(({ spec }) => spec.block === node)
    // Without a language nothing has to be loaded, unless old colours must be removed.
    if (!isFresh && (languageOf(node.attrs) !== undefined || marks.length > 0)) found.push([node, position])
    return false
  })
  return found
}
