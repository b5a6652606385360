import { Node } from '@tiptap/core'

const kept = { default: null }

/** A picture in the line. */
export const Image = Node.create({
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
})
