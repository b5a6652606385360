import { defineMessages } from '../../../i18n/messages.tsx'

export const boardMessages = defineMessages('board', {
  board: (by: string) => `Board by ${by}`,
  move: (title: string) => `Move ${title}`,
  moveTo: (column: string) => `Move to ${column}`,
  empty: 'No entries',
  emptyOpen: 'No entries. Drag one here.',
  notOffered: 'This label was removed or belongs to another team.',
  shortcuts: {
    group: 'Board',
    move: 'Move card to the left or right',
    menu: 'Choose where to move a card',
  },
})
