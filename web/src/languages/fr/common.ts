import type { commonMessages } from '../../i18n/common.messages.ts'
import type { WordsOf } from '../../i18n/messages.tsx'
import type { problemMessages } from '../../i18n/problem.messages.ts'

export const common: WordsOf<typeof commonMessages> = {
  add: 'Ajouter',
  save: 'Enregistrer',
  cancel: 'Annuler',
  close: 'Fermer',
  undo: 'Annuler l’action',
  delete: 'Supprimer',
  retry: 'Réessayer',
  copy: 'Copier',
  copied: 'Copié',
  loading: 'Chargement',
  untitled: 'Sans titre',
  tooLong: (length, most) => `${length} caractères, ${most} au plus. Rien n’a été coupé.`,
  lengthLeft: (left) => (left === 1 ? '1 caractère restant' : `${left} caractères restants`),
}

export const problem: WordsOf<typeof problemMessages> = {
  unreachable: 'Le serveur est injoignable. Vérifiez la connexion, puis réessayez.',
  busy: 'Le serveur ne peut rien enregistrer pour l’instant. Réessayez un peu plus tard.',
  fault: 'Une erreur est survenue sur le serveur. Réessayez. Si elle persiste, contactez votre administrateur.',
  wait: (seconds) =>
    seconds > 90
      ? `Trop de demandes. Réessayez dans ${Math.ceil(seconds / 60)} minutes.`
      : 'Trop de demandes. Attendez un instant, puis réessayez.',
  byStatus: {
    400: 'Le serveur a refusé cette saisie.',
    401: 'Votre session est terminée. Reconnectez-vous pour continuer.',
    403: 'Vous n’avez pas le droit de faire cela.',
    404: 'Cet élément n’existe plus.',
    409: 'Cela contredit des données existantes.',
    412: 'Quelqu’un d’autre a modifié cet élément entre-temps. Relisez-le, puis refaites votre modification.',
    413: 'C’est trop volumineux pour le serveur.',
    422: 'Ce n’est pas possible dans l’état actuel.',
    429: 'Trop de demandes. Attendez un instant, puis réessayez.',
  },
}
