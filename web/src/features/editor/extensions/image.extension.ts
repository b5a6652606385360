import { Node } from '@tiptap/core'
import { isElsewhere, type MediaMessages, standIn } from '../../rendered-text/remote-media.ts'

const kept = { default: null }

/** An inline picture. */
export const Image = Node.create<{ text: MediaMessages }>({
  name: 'image',
  inline: true,
  group: 'inline',
  draggable: true,
  addAttributes() {
    return { src: kept, alt: kept, title: kept, width: kept, height: kept }
  },
  parseHTML() {
    return [{ tag: 'img[src]' }]
  },
  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes]
  },
  addNodeView() {
    return ({ node, HTMLAttributes }) => {
      const { src, alt } = node.attrs
      if (isElsewhere(String(src))) return { dom: standIn(String(src), alt ?? '', this.options.text.pictureElsewhere) }
      const dom = document.createElement('img')
      for (const [name, value] of Object.entries(HTMLAttributes)) {
        if (value !== null && value !== undefined) dom.setAttribute(name, String(value))
      }
      return { dom }
    }
  },
})
