import { Node } from '@tiptap/core'
import { type CalloutKind, type CalloutMessages, labelCallout } from '../../rendered-text/callouts.ts'
import { setAttribute } from './image.extension.ts'

const COLOURS: Record<CalloutKind, string> = { note: '#1971c2', tip: '#2f9e44', warning: '#f08c00', danger: '#e03131' }

/** Other programs, which do not know the classes, draw the style. */
export function calloutAttributes(kind: CalloutKind): { class: string; style: string } {
  return {
    class: `callout callout-${kind}`,
    style: `border-left: 4px solid ${COLOURS[kind]}; padding: 8px 12px`,
  }
}

/** A box that stands out: a note, tip, warning or danger. */
export const Callout = Node.create<{ text: CalloutMessages }>({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return { class: { default: calloutAttributes('note').class } }
  },
  parseHTML() {
    return [{ tag: 'div.callout', priority: 110 }]
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes, 0]
  },
  addNodeView() {
    return ({ HTMLAttributes }) => {
      const dom = document.createElement('div')
      for (const [name, value] of Object.entries(HTMLAttributes)) if (value) setAttribute(dom, name, String(value))
      labelCallout(dom, this.options.text)
      return { dom, contentDOM: dom }
    }
  },
})
