import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { CalloutMessages } from '../../rendered-text/callouts.ts'
import { copiedText } from './copied-text.ts'

/** Copies a text for programs that take no HTML. */
export const CopiedText = Extension.create<{ text: CalloutMessages }>({
  name: 'copiedText',
  // Before Tiptap's own, which writes neither tabs, boxes, numbers nor pictures.
  priority: 1000,
  addProseMirrorPlugins() {
    return [new Plugin({ props: { clipboardTextSerializer: (slice) => copiedText(slice, this.options.text) } })]
  },
})
