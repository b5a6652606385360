import { Extension, textInputRule } from '@tiptap/core'

/** Replaces plain characters such as `->` by symbols. Backspace right after undoes the replacement. */
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
