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
]

/** Styles that other programs gave to blocks. There is no tool for them here, but they stay. */
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

export const Highlight = Mark.create({
  name: 'highlight',
  parseHTML() {
    return [{ tag: 'mark' }]
  },
  renderHTML() {
    return ['mark', 0]
  },
})
