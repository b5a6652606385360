import type { Node as DocNode } from '@tiptap/pm/model'
import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view'
import { inertDom } from '../../rendered-text/safe-dom.ts'
import { newFrame, noteColumns, watchFrame } from '../../rendered-text/tables/table-frame.ts'
import { countColumns, writeColumns } from '../text/table-parts.ts'

/** A table in a frame that scrolls, with the column widths of other programs. */
export class TableNodeView implements NodeView {
  readonly dom = newFrame()
  readonly contentDOM = document.createElement('tbody')
  readonly #table = document.createElement('table')
  readonly #stop: () => void
  #node: DocNode

  constructor(node: DocNode, attributes: Record<string, unknown>) {
    this.#node = node
    for (const [name, value] of Object.entries(attributes)) this.#set(name, value)
    this.#table.append(this.contentDOM)
    this.#drawColumns()
    this.#drawCaption()
    this.dom.append(this.#table)
    noteColumns(this.dom, countColumns(node))
    // The cursor scrolls it. The attribute changes nothing and says so to those who look for what the keyboard reaches.
    this.dom.setAttribute('contenteditable', 'inherit')
    this.#stop = watchFrame(this.dom)
  }

  update(node: DocNode): boolean {
    if (!node.sameMarkup(this.#node)) return false
    const hadColumns = writeColumns(this.#node)
    this.#node = node
    noteColumns(this.dom, countColumns(node))
    if (writeColumns(node) !== hadColumns) this.#drawColumns()
    return true
  }

  /** What is drawn around the rows is no change of the text. */
  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    this.#stop()
  }

  #set(name: string, value: unknown): void {
    if (value === null || value === undefined) return
    // The content security policy allows no style attributes.
    if (name === 'style') this.#table.style.cssText = String(value)
    else this.#table.setAttribute(name, String(value))
  }

  #drawCaption(): void {
    const { firstElementChild: written } = inertDom(`<table>${this.#node.attrs.caption ?? ''}</table>`)
    const caption = written?.querySelector('caption')
    if (!caption) return
    caption.setAttribute('contenteditable', 'false')
    this.#table.prepend(caption)
  }

  #drawColumns(): void {
    for (const group of this.#table.querySelectorAll(':scope > colgroup')) group.remove()
    const { firstElementChild: written } = inertDom(`<table>${writeColumns(this.#node)}</table>`)
    this.contentDOM.before(...(written?.querySelectorAll('colgroup') ?? []))
  }
}
