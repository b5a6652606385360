import type { authRefusals } from '@aliquot/contract/refusals/auth'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const authWords: WordsFor<typeof authRefusals> = {
  'auth.required': 'Il faut se connecter',
  'auth.unknown_key': ['Il faut se connecter', 'Aucune clé d’API ne correspond'],
  'auth.read_only_key': 'Cette clé d’API ne permet que de lire',
  'auth.too_many_keys': 'Trop de clés d’API fausses depuis cette adresse',
  'auth.other_site': 'Un autre site ne peut rien modifier avec votre session',
  'auth.other_site_sign_in': 'La page d’un autre site ne peut pas vous connecter ici',
  'auth.session_ended': 'Votre session est terminée, reconnectez-vous',
  'auth.somebody_else': 'Quelqu’un d’autre est connecté, reconnectez-vous',
  'auth.several_cookies':
    'Le navigateur a envoyé plusieurs cookies de session : supprimez ceux de ce site, puis reconnectez-vous',
  'auth.not_validated': 'Ce compte n’est pas encore validé',
  'auth.archived': 'Ce compte est archivé dans cette équipe',
  'auth.expired': 'Ce compte a expiré',
  'auth.wrong_password': 'L’adresse ou le mot de passe est faux, ou ce compte ne peut pas se connecter',
  'auth.too_many_failures': 'Trop d’échecs de connexion, réessayez plus tard',
  'auth.too_many_at_once': 'Trop de personnes se connectent en ce moment',
  'auth.password_needed': [
    'Votre mot de passe est à nouveau demandé : vous l’avez saisi il y a plus d’un jour',
    'Envoyez-le avec PATCH /session, puis répétez cette demande.',
  ],
  'auth.no_session': 'Pas de session : la demande vient d’une clé d’API',
  'auth.unknown_session': 'Vous n’avez pas cette session',
  'auth.not_member': '{field} : vous n’en êtes pas un membre actif',
}
