import type { notificationRefusals } from '@aliquot/contract/refusals/notification'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const notificationWords: WordsFor<typeof notificationRefusals> = {
  'notification.not_found': 'Vous n’avez pas cette notification',
  'notification.of_other': 'Seul leur destinataire peut lire des notifications',
  'notification.follows_of_other': 'Chaque personne voit seulement ce qu’elle suit',
}
