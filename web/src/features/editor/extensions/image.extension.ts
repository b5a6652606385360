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
    return ({ HTMLAttributes }) => ({ dom: drawPicture(HTMLAttributes, this.options.text) })
  },
})

/** The picture, or what stands for one of another server. */
export function drawPicture(attributes: Record<string, unknown>, text: MediaMessages): HTMLElement {
  const { src, alt } = attributes
  if (isElsewhere(String(src))) return standIn(String(src), String(alt ?? ''), text.pictureElsewhere)
  const dom = document.createElement('img')
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) setAttribute(dom, name, String(value))
  }
  return dom
}

/** The content security policy of the page allows no style attributes. */
export function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (name === 'style') element.style.cssText = value
  else element.setAttribute(name, value)
}
