import { Extension, textInputRule } from '@tiptap/core'

const FRACTIONS = [
  ['1/2', '½'],
  ['1/4', '¼'],
  ['3/4', '¾'],
] as const

/** Replaces plain characters such as `->` by symbols. Backspace right after undoes the replacement. */
export const SymbolRules = Extension.create({
  name: 'symbolRules',
  addInputRules() {
    return [
      textInputRule({ find: /<=>$/, replace: '⇌' }),
      textInputRule({ find: /->$/, replace: '→' }),
      textInputRule({ find: /\+\/?-$/, replace: '±' }),
      // The third of `(a)`, `(b)`, `(c)` is no copyright.
      textInputRule({ find: /(?<!\(b\).*)\(c\)$/i, replace: '©' }),
      // With what follows: 1/20 and 1/2/2026 are something else.
      ...FRACTIONS.map(([typed, replace]) =>
        textInputRule({ find: new RegExp(`(?<![\\d/.,])(${typed})[\\s;)]$`), replace }),
      ),
    ]
  },
})
