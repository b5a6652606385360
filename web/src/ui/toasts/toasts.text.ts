import { defineTexts } from '../../i18n/text.tsx'

export const toastTexts = defineTexts(
  { area: 'Notifications', undoLast: 'Undo the last change', group: 'Everywhere' },
  { fr: { area: 'Notifications', undoLast: 'Annuler la dernière action', group: 'Partout' } },
)
