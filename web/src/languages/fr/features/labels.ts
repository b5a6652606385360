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
