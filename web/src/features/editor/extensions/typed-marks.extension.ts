import { Extension, InputRule, type InputRuleFinder, markInputRule } from '@tiptap/core'
import { isSafeUri } from './link.extension.ts'

/** Markdown for words, while it is typed: `==mark==`, `x^2^`, `H~2~O`, `[words](address)`. Backspace undoes it. */
export const TypedMarks = Extension.create({
  name: 'typedMarks',
  addInputRules() {
    const { highlight, superscript, subscript, link } = this.editor.schema.marks
    if (!highlight || !superscript || !subscript || !link) return []
    return [
      markInputRule({ find: /(?<![=<>!])==([^=\s](?:[^=]*[^=\s])?)==$/, type: highlight }),
      markInputRule({ find: outsideFormulas(/\^([^\s^]{1,20})\^$/), type: superscript }),
      // Two signs in a row strike words through.
      markInputRule({ find: outsideFormulas(/(?<!~)~([^\s~]{1,20})~$/), type: subscript }),
      new InputRule({
        find: /(?<!!)\[([^[\]]+)\]\(([^\s()]+)\)$/,
        handler: ({ state, range, match: [, words = '', href = ''] }) => {
          if (!isSafeUri(href)) return null
          state.tr.replaceWith(range.from, range.to, state.schema.text(words, [link.create({ href })]))
          state.tr.removeStoredMark(link)
        },
      }),
    ]
  },
})

/** A power in an unfinished formula belongs to it. */
function outsideFormulas(pattern: RegExp): InputRuleFinder {
  return (text) => {
    const found = pattern.exec(text)
    if (!found || text.slice(0, found.index).split('$').length % 2 === 0) return null
    return { index: found.index, text: found[0], data: {}, replaceWith: found[1] ?? '' }
  }
}
