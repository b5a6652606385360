import { Extension, Mark } from '@tiptap/core'

const blocks = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'image',
  'figure',
  'horizontalRule',
  'callout',
  'details',
  'detailsSummary',
]

/** Block styles of other programs. There is no tool for them here, but they are kept. */
export const KeptStyles = Extension.create({
  name: 'keptStyles',
  addGlobalAttributes() {
    return [
      {
        types: blocks,
        attributes: {
          style: { default: null, keepOnSplit: false, parseHTML: (element) => element.getAttribute('style') },
        },
      },
      { types: ['paragraph', 'heading', 'codeBlock'], attributes: { class: { default: null, keepOnSplit: false } } },
      {
        types: blocks.filter((name) => name !== 'image'),
        attributes: { dir: { default: null }, lang: { default: null } },
      },
      { types: ['tableCell', 'tableHeader'], attributes: { scope: { default: null, keepOnSplit: false } } },
      {
        types: ['orderedList'],
        attributes: {
          reversed: {
            default: null,
            parseHTML: (element) => (element.hasAttribute('reversed') ? 'reversed' : null),
          },
        },
      },
      { types: ['table'], attributes: { border: { default: null }, 'data-table-sort': { default: null } } },
    ]
  },
})

/** Colours and fonts that other programs gave to words. */
export const StyledWords = Mark.create({
  name: 'styledWords',
  excludes: '',
  addAttributes() {
    return { style: { default: null, parseHTML: (element) => element.getAttribute('style') } }
  },
  parseHTML() {
    return [{ tag: 'span[style]' }]
  },
  renderHTML({ HTMLAttributes }) {
    return ['span', HTMLAttributes, 0]
  },
})

export const Highlight = wordsIn('highlight', 'mark')

/** Inline elements of other programs. */
export const otherForms = [
  wordsIn('inserted', 'ins'),
  wordsIn('deleted', 'del'),
  wordsIn('keys', 'kbd'),
  wordsIn('small', 'small'),
  wordsIn('quoted', 'q'),
  // A link without a target, which is left of an unsafe one.
  wordsIn('anchor', 'a', 'a:not([href])'),
  wordsIn('abbreviation', 'abbr').extend({
    addAttributes: () => ({ title: { default: null } }),
    renderHTML: ({ HTMLAttributes }) => ['abbr', HTMLAttributes, 0],
  }),
]

/** A mark for an inline element. */
function wordsIn(name: string, element: string, tag = element): Mark {
  return Mark.create({
    name,
    excludes: '',
    parseHTML: () => [{ tag }],
    renderHTML: () => [element, 0],
  })
}
