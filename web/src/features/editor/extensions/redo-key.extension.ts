import { type Editor, Extension } from '@tiptap/core'

/**
 * Ctrl+Shift+Z only ever redoes. With Caps Lock the browser reports `z`, and if there is nothing to redo the keymap would
 * try the key without Shift, which undoes.
 */
export const RedoKey = Extension.create({
  name: 'redoKey',
  // Before the keys of the history.
  priority: 1000,
  addKeyboardShortcuts() {
    const redo = ({ editor }: { editor: Editor }) => {
      editor.commands.redo()
      return true
    }
    return { 'Shift-Mod-z': redo, 'Shift-Mod-Z': redo, 'Mod-Z': ({ editor }) => editor.commands.undo() }
  },
})
