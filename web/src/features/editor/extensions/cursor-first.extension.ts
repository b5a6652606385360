import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Makes each key act where the cursor is. The browser tells of a moved cursor a little later, and on a busy page after
 * the next key: typed text then replaced what had been selected before, up to the whole entry.
 */
export const CursorFirst = Extension.create({
  name: 'cursorFirst',
  // Before every extension that acts on keys.
  priority: 10_000,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view, event) => {
            if (!event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
  ],
})
