import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Makes each key act at the current cursor. The browser reports a moved cursor late, on a busy page after the next key:
 * then typed text replaced the previous selection, up to the whole entry.
 */
export const CursorFirst = Extension.create({
  name: 'cursorFirst',
  // Before all extensions that handle keys.
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
