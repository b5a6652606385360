import { defineMessages } from '../../../i18n/messages.tsx'

export const outlineMessages = defineMessages('outline', {
  title: 'Outline',
  toTop: 'Back to top',
})
