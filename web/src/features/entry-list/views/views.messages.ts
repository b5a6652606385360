import { defineMessages } from '../../../i18n/messages.tsx'

export const viewMessages = defineMessages(
  {
    views: 'Views',
    none: 'Set filters, order and columns as you need them every day, and keep them here under a name.',
    name: 'Name of this view',
    keep: 'Keep this list as a view',
    share: 'Share it with the team',
    shared: 'shared with the team',
    by: (name: string) => `by ${name}`,
    update: (name: string) => `Let ${name} show what the list shows now`,
    shareOne: (name: string) => `Share ${name} with the team`,
    unshareOne: (name: string) => `Stop sharing ${name}`,
    remove: (name: string) => `Delete the view ${name}`,
    removed: (name: string) => `The view “${name}” is deleted`,
    kept: (name: string) => `Kept as “${name}”`,
    updated: (name: string) => `“${name}” shows this list now`,
  },
  {
    fr: {
      views: 'Vues',
      none: 'Réglez filtres, tri et colonnes comme il vous les faut chaque jour, et gardez-les ici sous un nom.',
      name: 'Nom de cette vue',
      keep: 'Garder cette liste comme vue',
      share: 'La partager avec l’équipe',
      shared: 'partagée avec l’équipe',
      by: (name: string) => `de ${name}`,
      update: (name: string) => `Faire montrer à ${name} la liste actuelle`,
      shareOne: (name: string) => `Partager ${name} avec l’équipe`,
      unshareOne: (name: string) => `Ne plus partager ${name}`,
      remove: (name: string) => `Supprimer la vue ${name}`,
      removed: (name: string) => `La vue « ${name} » est supprimée`,
      kept: (name: string) => `Gardée comme « ${name} »`,
      updated: (name: string) => `« ${name} » montre maintenant cette liste`,
    },
  },
)
