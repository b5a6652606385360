import { defineMessages } from '../../i18n/messages.tsx'

export const commentMessages = defineMessages('comment', {
  title: 'Comments',
  none: 'No comments yet. A question, a doubt, a “well done”: it goes here.',
  add: 'Write a comment',
  placeholder: 'Write a comment…',
  send: 'Comment',
  hint: 'Links, *bold*, _italic_ and `code` work.',
  edit: 'Edit the comment',
  remove: 'Delete the comment',
  removed: 'Comment deleted',
  edited: 'edited',
  cancel: 'Cancel',
  save: 'Save',
  text: 'Text of the comment',
})
