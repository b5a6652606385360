import { defineMessages } from '../../i18n/messages.tsx'

export const commentMessages = defineMessages('comment', {
  title: 'Comments',
  none: 'No comments yet. Ask a question or leave a note for everyone who can see this entry.',
  add: 'Write a comment',
  placeholder: 'Write a comment…',
  send: 'Comment',
  hint: 'Links, *bold*, _italic_ and `code` work.',
  edit: 'Edit comment',
  remove: 'Delete comment',
  removed: 'Comment deleted',
  edited: 'edited',
  cancel: 'Cancel',
  save: 'Save',
  text: 'Comment text',
})
