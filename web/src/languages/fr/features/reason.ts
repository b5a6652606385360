import type { reasonMessages } from '../../../features/reason/reason.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const reason: WordsOf<typeof reasonMessages> = {
  title: 'Pourquoi cette modification ?',
  reason: 'Raison',
  hint: 'Votre équipe la garde avec la modification, dans l’historique. Elle vaut pour ce que vous faites ici d’affilée.',
}
