import { type Editor, Node } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { turnBlock } from '../blocks/turn-block.ts'
import { isForeignDetails } from './foreign-blocks.ts'
import { setAttribute } from './image.extension.ts'

export interface DetailsMessages {
  /** The name of the button that opens and closes it. */
  toggleDetails: string
  summaryPlaceholder: string
}

/** A line that opens more: `<details>`. It is as for readers at first, and open while the cursor is in it. */
export const Details = Node.create<{ text: DetailsMessages }>({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block+',
  defining: true,
  addAttributes: () => ({
    open: { default: null, keepOnSplit: false, parseHTML: (element) => (element.hasAttribute('open') ? 'open' : null) },
  }),
  parseHTML() {
    return [{ tag: 'details', priority: 110, getAttrs: (element) => (isForeignDetails(element) ? false : null) }]
  },
  renderHTML({ HTMLAttributes }) {
    return ['details', HTMLAttributes, 0]
  },
  addKeyboardShortcuts() {
    return {
      Enter: () => enterBody(this.editor),
      Backspace: () => unwrapAtStart(this.editor),
      'Mod-Enter': () => toggleAtCursor(this.editor),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      view: () => ({
        update: (view, before) => {
          if (!before.selection.eq(view.state.selection)) openAtCursor(view)
        },
      }),
    }),
  ],
  addNodeView() {
    return ({ HTMLAttributes: { open, ...attributes } }) => {
      const dom = document.createElement('div')
      for (const [name, value] of Object.entries(attributes)) if (value) setAttribute(dom, name, String(value))
      dom.dataset.details = ''
      const button = document.createElement('button')
      button.type = 'button'
      button.contentEditable = 'false'
      button.setAttribute('aria-label', this.options.text.toggleDetails)
      button.addEventListener('mousedown', (event) => event.preventDefault())
      button.addEventListener('click', () => setOpen(dom, dom.dataset.open === undefined))
      const contentDOM = document.createElement('div')
      dom.append(button, contentDOM)
      setOpen(dom, Boolean(open))
      return {
        dom,
        contentDOM,
        stopEvent: ({ target }) => target === button,
        ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
      }
    }
  },
})

/** The line that is always shown. */
export const DetailsSummary = Node.create<{ text: DetailsMessages }>({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  isolating: true,
  selectable: false,
  parseHTML() {
    return [{ tag: 'summary' }]
  },
  renderHTML({ HTMLAttributes }) {
    return ['summary', HTMLAttributes, 0]
  },
  addNodeView() {
    return ({ HTMLAttributes }) => {
      const dom = document.createElement('summary')
      for (const [name, value] of Object.entries(HTMLAttributes)) if (value) setAttribute(dom, name, String(value))
      dom.dataset.placeholder = this.options.text.summaryPlaceholder
      return { dom, contentDOM: dom }
    }
  },
})

function setOpen(dom: HTMLElement, isOpen: boolean): void {
  dom.toggleAttribute('data-open', isOpen)
  dom.querySelector(':scope > button')?.setAttribute('aria-expanded', String(isOpen))
}

/** Never leaves the cursor in something hidden. */
function openAtCursor(view: EditorView): void {
  const { $from } = view.state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'details' || $from.index(depth) === 0) continue
    const dom = view.nodeDOM($from.before(depth))
    if (dom instanceof HTMLElement) setOpen(dom, true)
  }
}

function summaryAt({ state }: Editor): { details: DocNode; position: number } | undefined {
  const { $from, $to } = state.selection
  if ($from.parent.type.name !== 'detailsSummary' || !$from.sameParent($to)) return undefined
  return { details: $from.node(-1), position: $from.before(-1) }
}

function toggleAtCursor(editor: Editor): boolean {
  const found = summaryAt(editor)
  const dom = found && editor.view.nodeDOM(found.position)
  if (!(dom instanceof HTMLElement)) return false
  setOpen(dom, dom.dataset.open === undefined)
  return true
}

/** The rest of the line, or a new one, becomes the first of what it opens. */
function enterBody(editor: Editor): boolean {
  const found = summaryAt(editor)
  if (!found) return false
  const { state, view } = editor
  const { $from, to } = state.selection
  const end = $from.end()
  const rest = state.doc.slice(to, end).content
  const tr = state.tr.delete($from.pos, end)
  const body = tr.mapping.map(end) + 1
  const first = tr.doc.nodeAt(body)
  const isLine = rest.size === 0 && first?.type.name === 'paragraph' && first.childCount === 0
  if (!isLine) tr.insert(body, state.schema.node('paragraph', null, rest))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, body + 1)).scrollIntoView())
  return true
}

/** At the start of the line it becomes ordinary text, with all that it opened. */
function unwrapAtStart(editor: Editor): boolean {
  const found = summaryAt(editor)
  const { $from, empty } = editor.state.selection
  if (!found || !empty || $from.parentOffset > 0) return false
  const tr = turnBlock(editor.state.tr, found.position, 'paragraph')
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, found.position + 1)))
  return true
}
