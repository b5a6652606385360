import { defineMessages } from '../../i18n/messages.tsx'

export const toastMessages = defineMessages('toast', {
  area: 'Notifications',
  undoLast: 'Undo last change',
  group: 'Everywhere',
})
