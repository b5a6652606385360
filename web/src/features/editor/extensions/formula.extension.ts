import { type Formula, findFormulas, OBJECT } from '@aliquot/contract/formulas'
import { type Editor, Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { drawFormula } from '../../rendered-text/formulas/draw-formula.ts'
import type { FormulaMessages } from '../../rendered-text/formulas/formula-problems.ts'
import styles from '../../rendered-text/formulas/formulas.module.css'
import { changedTextBlocks } from './changed-blocks.ts'

interface Drawn {
  decorations: DecorationSet
  hasFocus: boolean
}

const key = new PluginKey<Drawn>('formulas')
const SOURCE = 'source'

/**
 * Formulas are stored as plain text between signs, so that every program can read them. They are drawn here, except the
 * one at the cursor, which shows its source with a preview beside it.
 */
export const Formulas = Extension.create<{ text: FormulaMessages }>({
  name: 'formulas',
  addKeyboardShortcuts() {
    return { 'Mod-Shift-e': () => insertFormula(this.editor) }
  },
  addProseMirrorPlugins() {
    return [drawFormulas(this.options.text)]
  },
})

/** Whether the source of a formula is open at the selection. */
export function isFormulaOpen(state: EditorState): boolean {
  const { from, to } = state.selection
  const open = key.getState(state)?.decorations.find(from, to, ({ key }) => String(key).startsWith(SOURCE))
  return open !== undefined && open.length > 0
}

const EXAMPLE = 'E = mc^2'

/** Turns the selected words into a formula, or inserts a sample to overwrite. */
export function insertFormula(editor: Editor, sign: '$' | '$$' = '$'): boolean {
  const { state, view } = editor
  const { from, to, $from } = state.selection
  if (!$from.parent.inlineContent || $from.parent.type.spec.code || !$from.sameParent(state.selection.$to)) return false
  const tex = state.doc.textBetween(from, to).trim() || EXAMPLE
  const tr = state.tr.insertText(`${sign}${tex}${sign}`, from, to)
  const start = from + sign.length
  tr.setSelection(TextSelection.create(tr.doc, start, start + tex.length))
  view.dispatch(tr.scrollIntoView())
  view.focus()
  return true
}

function drawFormulas(text: FormulaMessages): Plugin<Drawn> {
  return new Plugin<Drawn>({
    key,
    state: {
      init: (_, state) => {
        const all: Decoration[] = []
        state.doc.descendants((node, position) => {
          if (!node.isTextblock) return true
          all.push(...decorate(node, position + 1, undefined, text))
          return false
        })
        return { decorations: DecorationSet.create(state.doc, all), hasFocus: false }
      },
      apply: (tr, before, old, next) => redraw(tr, before, old, next, text),
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  })
}

/** Only redraws blocks that changed, and those that the cursor left or entered. */
function redraw(tr: Transaction, before: Drawn, old: EditorState, next: EditorState, text: FormulaMessages): Drawn {
  const hasFocus = tr.getMeta('focus') ? true : tr.getMeta('blur') ? false : before.hasFocus
  if (!tr.docChanged && !tr.selectionSet && hasFocus === before.hasFocus) return before
  const blocks = tr.docChanged ? changedTextBlocks(tr) : new Map<number, DocNode>()
  const { anchor, head } = old.selection
  for (const end of [next.selection.anchor, next.selection.head, tr.mapping.map(anchor), tr.mapping.map(head)]) {
    const $end = tr.doc.resolve(end)
    if ($end.parent.isTextblock) blocks.set($end.start(), $end.parent)
  }
  let decorations = tr.docChanged ? before.decorations.map(tr.mapping, tr.doc) : before.decorations
  for (const [start, block] of blocks) {
    const drawn = decorations.find(start, start + block.content.size)
    const wanted = decorate(block, start, hasFocus ? next.selection : undefined, text)
    if (isSame(drawn, wanted)) continue
    decorations = decorations.remove(drawn).add(tr.doc, wanted)
  }
  return { decorations, hasFocus }
}

function isSame(drawn: readonly Decoration[], wanted: readonly Decoration[]): boolean {
  const describe = (all: readonly Decoration[]) => all.map(({ from, to, spec }) => `${from} ${to} ${spec.key}`).sort()
  return drawn.length === wanted.length && describe(drawn).join() === describe(wanted).join()
}

function decorate(block: DocNode, start: number, cursor: Selection | undefined, text: FormulaMessages): Decoration[] {
  if (block.type.spec.code) return []
  return findFormulas(textOf(block)).flatMap((formula) => {
    const from = start + formula.from
    const to = start + formula.to
    const { tex, isDisplay } = formula
    const name = `${isDisplay ? '$$' : '$'} ${tex}`
    if (cursor && isIn(cursor, from, to)) {
      const attributes = { class: styles.source ?? '', spellcheck: 'false' }
      return [
        Decoration.inline(from, to, attributes, { key: `${SOURCE} ${name}` }),
        // A display formula stays where it was drawn.
        Decoration.widget(isDisplay ? from : to, () => showPreview(formula, text), {
          key: `preview ${name}`,
          side: isDisplay ? -1 : 1,
          ...quiet,
        }),
      ]
    }
    const open = (view: EditorView, at: number | undefined) => openFormula(view, at, formula)
    return [
      Decoration.widget(from, (view, at) => showFormula(formula, text, () => open(view, at())), {
        key: `drawn ${name}`,
        side: -1,
        ...quiet,
      }),
      Decoration.inline(from, to, { class: styles.hidden ?? '' }, { key: `hidden ${name}` }),
    ]
  })
}

const quiet = { ignoreSelection: true, stopEvent: () => true }

/** The text of a block, one character per position. Code and other nodes cannot be part of a formula. */
function textOf(block: DocNode): string {
  let text = ''
  block.forEach((node) => {
    if (node.isText && !node.marks.some(({ type }) => type.spec.code)) text += node.text
    else text += (node.type.name === 'hardBreak' ? '\n' : OBJECT).repeat(node.nodeSize)
  })
  return text
}

/** A cursor beside a formula counts, so that it is never next to hidden text; a selection around it does not. */
function isIn({ from, to }: Selection, start: number, end: number): boolean {
  const endsIn = (position: number) => position > start && position < end
  return (from >= start && to <= end) || endsIn(from) || endsIn(to)
}

function showFormula({ tex, isDisplay }: Formula, text: FormulaMessages, open: () => void): HTMLElement {
  const place = document.createElement('span')
  place.className = `${styles.formula} ${isDisplay ? styles.display : ''}`
  place.dataset.formula = tex
  place.addEventListener('mousedown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    open()
  })
  drawFormula(place, tex, isDisplay, text)
  return place
}

function showPreview({ tex, isDisplay }: Formula, text: FormulaMessages): HTMLElement {
  const place = document.createElement('span')
  place.className = `${styles.formula} ${styles.preview} ${isDisplay ? styles.display : ''}`
  place.addEventListener('mousedown', (event) => event.preventDefault())
  drawFormula(place, tex, isDisplay, text)
  return place
}

/** A click on a formula puts the cursor after its TeX. */
function openFormula(view: EditorView, at: number | undefined, { from, to, tex }: Formula): void {
  if (at === undefined || !view.editable) return
  const source = view.state.doc.textBetween(at, at + to - from, '\n', ' ')
  const behind = at + source.lastIndexOf(tex) + tex.length
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, behind)))
  view.focus()
}
