import type { tourMessages } from '../../../features/tour/tour.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const tour: WordsOf<typeof tourMessages> = {
  steps: {
    create: {
      title: 'Commencer une expérience',
      text: 'Une page blanche s’ouvre ici. Rien n’est conservé tant que vous n’écrivez pas.',
    },
    write: {
      title: 'Écrivez, c’est enregistré',
      text: 'Votre texte est enregistré pendant la saisie, même sans réseau. Tapez / pour les tableaux, images et formules.',
    },
    find: {
      title: 'Tout retrouver',
      text: 'Cherchez dans toutes les entrées et lancez chaque commande depuis un seul endroit.',
    },
    history: {
      title: 'Revenir en arrière',
      text: 'L’historique montre qui a modifié quoi, et quand. Chaque version antérieure peut être restaurée.',
    },
    share: {
      title: 'Partager avec d’autres',
      text: 'Choisissez les personnes qui peuvent voir et modifier une entrée. Le menu sous votre nom contient cette visite et tous les raccourcis.',
    },
  },
  shortcut: 'Raccourci',
  progress: (step, of) => `${step} sur ${of}`,
  next: 'Suivant',
  back: 'Retour',
  skip: 'Passer la visite',
  done: 'Terminé',
}
