import { defineMessages } from '../../i18n/messages.tsx'

export const toastMessages = defineMessages(
  { area: 'Notifications', undoLast: 'Undo the last change', group: 'Everywhere' },
  { fr: { area: 'Notifications', undoLast: 'Annuler la dernière action', group: 'Partout' } },
)
