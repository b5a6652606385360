import { defineMessages } from '../../i18n/messages.tsx'

export const ownFilesMessages = defineMessages(
  {
    intro: 'What you have added to entries that you can read, in whatever team.',
    order: 'Order',
    orders: { created_at: 'Newest first', filename: 'By name', filesize: 'Largest first' },
    state: 'State',
    states: { 1: 'Shown', 2: 'Archived', 3: 'Deleted' },
    none: {
      1: 'No files yet. Drop one on an experiment, or add it with the key U.',
      2: 'None of your files is archived.',
      3: 'None of your files is deleted.',
    },
    download: (name: string) => `Download: ${name}`,
    more: 'Show more',
  },
  {
    fr: {
      intro: 'Ce que vous avez ajouté à des entrées que vous pouvez lire, dans toutes vos équipes.',
      order: 'Ordre',
      orders: { created_at: 'Les plus récents', filename: 'Par nom', filesize: 'Les plus gros' },
      state: 'État',
      states: { 1: 'Affichés', 2: 'Archivés', 3: 'Supprimés' },
      none: {
        1: 'Pas encore de fichier. Déposez-en un sur une expérience, ou ajoutez-le avec la touche U.',
        2: 'Aucun de vos fichiers n’est archivé.',
        3: 'Aucun de vos fichiers n’est supprimé.',
      },
      download: (name) => `Télécharger : ${name}`,
      more: 'Afficher plus',
    },
  },
)
