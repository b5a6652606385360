import type { instanceRefusals } from '@aliquot/contract/refusals/instance'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const instanceWords: WordsFor<typeof instanceRefusals> = {
  'instance.may_not_configure': 'Seuls les admins système peuvent lire et modifier les réglages de l’instance',
  'instance.may_not_audit': 'Seuls les admins système peuvent lire le journal',
  'instance.may_not_see_health': 'Seuls les admins système peuvent voir l’état de l’instance',
  'instance.no_level_left': '{field} : un niveau de partage doit rester permis',
  'instance.not_domain': '{field} : {given} n’est pas un nom de domaine',
  'instance.not_host': '{field} : doit être le nom ou l’adresse d’un serveur, sans port',
  'instance.not_subject': '{field} : n’est pas un sujet du journal',
  'instance.not_action': '{field} : n’est pas une action de cette API',
  'instance.may_not_write_to_all': 'Seuls les admins système peuvent envoyer ce message',
  'instance.too_many_letters': 'Vous pouvez écrire à votre équipe {most:count} fois par heure. Réessayez plus tard',
  'instance.mail_failed': 'L’e-mail n’a pas pu être envoyé : {problem}',
}
