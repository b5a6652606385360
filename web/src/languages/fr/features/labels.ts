import type { labelInputMessages } from '../../../features/labels/label-input.messages.ts'
import type { labelMessages } from '../../../features/labels/labels.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const label: WordsOf<typeof labelMessages> = {
  category: 'Catégorie',
  status: 'Statut',
  none: 'Aucun',
  choose: { category: 'Choisir une catégorie', status: 'Choisir un statut' },
  find: 'Chercher ou créer…',
  findOnly: 'Chercher…',
  noneFound: 'Aucun résultat',
  make: (name) => `Créer « ${name} »`,
  otherTeam: (team) => `de ${team}`,
  without: { category: 'Sans catégorie', status: 'Sans statut' },
}

export const labelInput: WordsOf<typeof labelInputMessages> = {
  noneYet: { category: 'Aucune catégorie pour le moment.', status: 'Aucun statut pour le moment.' },
  typeOne: {
    category: 'Aucune catégorie pour le moment. Tapez un nom pour en créer une.',
    status: 'Aucun statut pour le moment. Tapez un nom pour en créer un.',
  },
}
