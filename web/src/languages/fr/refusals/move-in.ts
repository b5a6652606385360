import type { moveInRefusals } from '@aliquot/contract/refusals/move-in'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const moveInWords: WordsFor<typeof moveInRefusals> = {
  'move_in.no_key': "{field} : il faut au moins une clé de l'autre serveur",
  'move_in.bad_key': "{field} : l'autre serveur refuse la clé numéro {number}",
  'move_in.not_address': "{field} : ce n'est pas l'adresse d'un serveur, comme https://eln.example.org",
  'move_in.no_zone': "{field} : ce n'est pas un fuseau horaire, comme Europe/Paris",
  'move_in.silent': '{address} ne répond pas : {why}. Ce qui est arrivé reste : recommencez plus tard',
  'move_in.bad_answer': 'La réponse de {address} est incompréhensible : {why}',
  'move_in.running': 'Un emménagement depuis {address} est déjà en cours',
  'move_in.may_not': 'Seuls les sysadmins peuvent faire emménager un cahier',
  'move_in.not_found': 'Il n’y a pas d’emménagement avec cet identifiant',
  'move_in.not_key': '{field} : n’est pas une clé comme en donne un serveur',
  'move_in.keys_gone': '{field} : le service n’a plus les clés : envoyez-les de nouveau',
  'move_in.not_running': 'Cet emménagement n’est pas en cours',
  'move_in.broken':
    'L’emménagement a échoué pour une raison interne au service, que dit son journal. Ce qui est venu reste : recommencez',
}
