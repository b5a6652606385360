import type { requestActionRefusals } from '@aliquot/contract/refusals/request-action'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const requestActionWords: WordsFor<typeof requestActionRefusals> = {
  'request_action.not_found': 'Cette demande n’existe pas',
  'request_action.may_not_read': 'Seuls la personne sollicitée et les admins système peuvent lire ces demandes',
  'request_action.may_not_remove': 'Seuls l’expéditeur et le destinataire peuvent retirer une demande',
  'request_action.too_many': 'Il y a trop de demandes sur cette entrée',
  'request_action.asked_already': '{field} : vous avez déjà envoyé cette demande à cette personne',
  'request_action.no_person': '{field} : cette personne n’existe pas',
  'request_action.person_may_not_read': '{field} : cette personne n’a pas le droit de lire l’entrée',
}
