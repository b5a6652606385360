import { Extension, textInputRule } from '@tiptap/core'

/** Symbols that are quicker to type in plain characters. Backspace right after takes it back. */
export const SymbolRules = Extension.create({
  name: 'symbolRules',
  addInputRules() {
    return [
      textInputRule({ find: /<=>$/, replace: '⇌' }),
      textInputRule({ find: /->$/, replace: '→' }),
      textInputRule({ find: /\+\/-$/, replace: '±' }),
    ]
  },
})
