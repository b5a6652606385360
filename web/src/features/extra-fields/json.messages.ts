import { defineMessages } from '../../i18n/messages.tsx'

export const jsonMessages = defineMessages('fieldsJson', {
  title: 'Fields as JSON',
  saved: 'Fields saved',
  notJson: (mistake: string) => `Not valid JSON: ${mistake}`,
  notObject: 'Write an object: { … }',
  changedMeanwhile: 'The fields have changed meanwhile. Save replaces them.',
})
