import type { notificationRefusals } from '@aliquot/contract/refusals/notification'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const notificationWords: WordsFor<typeof notificationRefusals> = {
  'notification.not_found': 'Sie haben keine Benachrichtigung mit dieser ID',
  'notification.of_other': 'Benachrichtigungen kann nur ihr Empfänger lesen',
  'notification.follows_of_other': 'Jede Person sieht nur ihre eigenen beobachteten Einträge',
}
