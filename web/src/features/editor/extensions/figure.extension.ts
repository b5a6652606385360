import { type Editor, Node } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { MediaMessages } from '../../rendered-text/remote-media.ts'
import { removeCaption } from '../media/pictures.ts'
import { isForeignFigure } from './foreign-blocks.ts'
import { drawPicture, setAttribute } from './image.extension.ts'

export interface FigureMessages extends MediaMessages {
  captionPlaceholder: string
}

const ofPicture = (name: string) => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => element.querySelector('img')?.getAttribute(name) ?? null,
})

/** A picture with a caption below it. Without one, a picture is an image in a paragraph. */
export const Figure = Node.create<{ text: FigureMessages }>({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  defining: true,
  addAttributes() {
    return {
      src: ofPicture('src'),
      alt: ofPicture('alt'),
      title: ofPicture('title'),
      width: ofPicture('width'),
      height: ofPicture('height'),
      pictureStyle: ofPicture('style'),
    }
  },
  parseHTML() {
    return [
      {
        tag: 'figure',
        priority: 110,
        contentElement: 'figcaption',
        getAttrs: (element) => (isForeignFigure(element) ? false : null),
      },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, title, width, height, pictureStyle: style } = node.attrs
    return ['figure', HTMLAttributes, ['img', { src, alt, title, width, height, style }], ['figcaption', 0]]
  },
  addKeyboardShortcuts() {
    return {
      Enter: () => leaveCaption(this.editor),
      Backspace: () => dropEmptyCaption(this.editor),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClickOn(view, _position, node, at, event) {
          const isOnPicture = event.target instanceof Element && !event.target.closest('figcaption')
          if (node.type.name !== 'figure' || !isOnPicture) return false
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
          return true
        },
      },
    }),
  ],
  addNodeView() {
    return ({ node, HTMLAttributes }) => {
      const dom = document.createElement('figure')
      for (const [name, value] of Object.entries(HTMLAttributes)) if (value) setAttribute(dom, name, String(value))
      const { pictureStyle: style, src, alt, title, width, height } = node.attrs
      const picture = drawPicture({ src, alt, title, width, height, style }, this.options.text)
      picture.contentEditable = 'false'
      const contentDOM = document.createElement('figcaption')
      contentDOM.dataset.placeholder = this.options.text.captionPlaceholder
      dom.append(picture, contentDOM)
      return { dom, contentDOM, ignoreMutation: (change) => !contentDOM.contains(change.target) }
    }
  },
})

/** The next line is text again, not a second picture. */
function leaveCaption({ state, view }: Editor): boolean {
  const { $from, $to } = state.selection
  if ($from.parent.type.name !== 'figure' || !$from.sameParent($to)) return false
  const after = $from.after()
  const tr = state.tr
  const next = state.doc.resolve(after).nodeAfter
  if (next?.type.name !== 'paragraph') tr.insert(after, state.schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

/** Backspace in an empty caption removes the caption, and at the start of another one nothing. */
function dropEmptyCaption(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection
  if ($from.parent.type.name !== 'figure' || !empty || $from.parentOffset > 0) return false
  if ($from.parent.childCount === 0) editor.view.dispatch(removeCaption(editor.state.tr, $from.before()))
  return true
}
