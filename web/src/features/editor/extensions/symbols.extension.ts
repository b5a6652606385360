import { Extension, textInputRule } from '@tiptap/core'

/** Shortcuts for symbols in plain characters. Backspace right after undoes the replacement. */
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
