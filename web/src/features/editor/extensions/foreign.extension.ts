import { Node } from '@tiptap/core'
import { type DomMessages, enrich } from '../../rendered-text/enrich.ts'
import { inertDom, safeDom } from '../../rendered-text/safe-dom.ts'
import { FOREIGN, isForeign, PARTLY_FOREIGN } from './foreign-blocks.ts'

/** A part of a text that the editor does not support: shown as it is, and kept unchanged. */
export const Foreign = Node.create<{ text: DomMessages }>({
  name: 'foreign',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return { rawHtml: { default: '', rendered: false } }
  },
  parseHTML() {
    const keep = (element: HTMLElement) => ({ rawHtml: element.outerHTML })
    return [
      ...FOREIGN.map((tag) => ({ tag, priority: 100, getAttrs: keep })),
      ...PARTLY_FOREIGN.map((tag) => ({
        tag,
        priority: 100,
        getAttrs: (element: HTMLElement) => (isForeign(element) ? keep(element) : false),
      })),
    ]
  },
  renderHTML({ node }) {
    const { firstElementChild } = inertDom(String(node.attrs.rawHtml))
    return { dom: firstElementChild instanceof HTMLElement ? firstElementChild : document.createElement('div') }
  },
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div')
      dom.contentEditable = 'false'
      dom.dataset.foreign = ''
      dom.style.whiteSpace = 'normal'
      dom.append(safeDom(String(node.attrs.rawHtml), this.options.text))
      enrich(dom, this.options.text)
      return { dom, ignoreMutation: () => true, stopEvent: (event) => event.type === 'click' }
    }
  },
})
