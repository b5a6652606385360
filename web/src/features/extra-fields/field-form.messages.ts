import { defineMessages } from '../../i18n/messages.tsx'

export const fieldFormMessages = defineMessages('fieldForm', {
  moreOptions: 'More options',
})
