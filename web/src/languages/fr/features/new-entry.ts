import type { newEntryMessages } from '../../../features/new-entry/new-entry.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const newEntry: WordsOf<typeof newEntryMessages> = {
  chooser: {
    experiments: 'Nouvelle expérience à partir d’un modèle',
    items: 'Nouvelle ressource à partir d’un modèle',
  },
  forced: 'Dans votre équipe, tout commence par un modèle. Choisissez-en un :',
  find: 'Chercher un modèle',
  none: 'Il n’y a pas encore de modèle.',
  noneFound: 'Aucun modèle ne contient ces mots.',
  makeOne: { experiments: 'Aller aux modèles d’expérience', items: 'Aller aux modèles de ressource' },
  fromTemplate: 'À partir d’un modèle',
  useTemplate: 'Utiliser un modèle',
  notCreated: 'Le serveur ne répond pas, rien n’a été créé. Réessayez quand il sera revenu.',
}
