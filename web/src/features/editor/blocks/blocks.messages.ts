import { defineMessages } from '../../../i18n/messages.tsx'

/** The words of the handles beside a block. */
export const blockMessages = defineMessages('blocks', {
  insertBelow: 'Insert below',
  actions: 'Block actions',
  grip: 'Drag to move, click for actions',
  duplicate: 'Duplicate',
  moveUp: 'Move up',
  moveDown: 'Move down',
  copyLink: 'Copy link to heading',
  linkCopied: 'Link copied',
  remove: 'Remove',
})
