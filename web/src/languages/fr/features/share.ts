import type { shareMessages } from '../../../features/share/share.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const share: WordsOf<typeof shareMessages> = {
  nothing: 'Il n’y a rien à voir ici',
  nothingHint: 'Le lien est erroné, ou le propriétaire l’a désactivé. Demandez-lui un nouveau lien.',
  by: (name, team) => `Par ${name}, ${team}`,
  changed: 'modifié',
  signIn: 'Se connecter',
  tags: 'Étiquettes',
  fields: 'Champs',
  steps: 'Étapes',
  files: 'Fichiers',
  download: (name) => `Télécharger ${name}`,
  done: 'terminée',
  open: 'à faire',
  readOnly: 'Partagé avec vous par un lien',
  yes: 'oui',
  no: 'non',
}
