import { defineMessages } from '../../i18n/messages.tsx'

export const reasonMessages = defineMessages(
  {
    title: 'Why do you change this?',
    reason: 'Reason',
    hint: 'Your team keeps it with the change, in the history of the entry. It counts for what you do here in one go.',
  },
  {
    fr: {
      title: 'Pourquoi cette modification ?',
      reason: 'Raison',
      hint: 'Votre équipe la garde avec la modification, dans l’historique. Elle vaut pour ce que vous faites ici d’affilée.',
    },
  },
)
