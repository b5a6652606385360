import type { requestActionRefusals } from '@aliquot/contract/refusals/request-action'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const requestActionWords: WordsFor<typeof requestActionRefusals> = {
  'request_action.not_found': 'Keine Anfrage mit dieser ID zu diesem Eintrag',
  'request_action.may_not_read': 'Diese Anfragen können nur der Empfänger und Sysadmins lesen',
  'request_action.may_not_remove': 'Eine Anfrage können nur Absender und Empfänger entfernen',
  'request_action.too_many': 'Zu diesem Eintrag gibt es zu viele Anfragen',
  'request_action.asked_already': '{field}: diese Anfrage haben Sie dieser Person schon gesendet',
  'request_action.no_person': '{field}: diese Person gibt es nicht',
  'request_action.person_may_not_read': '{field}: diese Person darf den Eintrag nicht lesen',
}
