import { defineMessages } from '../i18n/messages.tsx'

/** What the editor makes of keys and of Markdown. */
export const writingMessages = defineMessages('writing', {
  title: 'Writing',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strikethrough',
  code: 'Code',
  moveUp: 'Move the block up',
  moveDown: 'Move the block down',
  insert: 'Insert anything',
  entryLink: 'Link to an entry',
  tag: 'Tag the entry',
  heading: 'Heading',
  subheading: 'Smaller heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  taskList: 'Checklist',
  quote: 'Quote',
  codeBlock: 'Code block',
  formula: 'Formula',
  divider: 'Divider',
})

export type WritingName = Exclude<keyof (typeof writingMessages)['english'], 'title'>
