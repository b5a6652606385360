import { defineMessages } from '../../i18n/messages.tsx'

export const labelMessages = defineMessages(
  {
    category: 'Category',
    status: 'Status',
    none: 'None',
    choose: { category: 'Set a category', status: 'Set a status' },
    find: 'Find or make one',
    findOnly: 'Find one',
    noneFound: 'Nothing has this name',
    make: (name: string) => `Make “${name}”`,
    otherTeam: (team: string) => `from ${team}`,
    without: { category: 'Without category', status: 'Without status' },
  },
  {
    fr: {
      category: 'Catégorie',
      status: 'Statut',
      none: 'Aucun',
      choose: { category: 'Choisir une catégorie', status: 'Choisir un statut' },
      find: 'Chercher ou créer',
      findOnly: 'Chercher',
      noneFound: 'Rien ne porte ce nom',
      make: (name: string) => `Créer « ${name} »`,
      otherTeam: (team: string) => `de ${team}`,
      without: { category: 'Sans catégorie', status: 'Sans statut' },
    },
  },
)
