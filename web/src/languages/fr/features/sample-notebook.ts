import type { sampleNotebookMessages } from '../../../features/sample-notebook/sample-notebook.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const sampleNotebook: WordsOf<typeof sampleNotebookMessages> = {
  offer: 'Ajouter un cahier d’exemple',
  offerHint: 'Trois expériences, trois ressources et un modèle pour essayer. Un clic suffit pour les supprimer.',
  added: 'Cahier d’exemple ajouté',
  title: 'Cahier d’exemple',
  hint: (count) => (count === 1 ? '1 entrée d’exemple pour essayer.' : `${count} entrées d’exemple pour essayer.`),
  remove: 'Supprimer le cahier d’exemple',
  removed: 'Cahier d’exemple supprimé',
  changedTitle: 'Des entrées d’exemple ont été modifiées',
  changed: (count) =>
    count === 1
      ? '1 entrée d’exemple a été modifiée depuis son ajout.'
      : `${count} entrées d’exemple ont été modifiées depuis leur ajout.`,
  keepChanged: 'Garder les entrées modifiées',
  removeAll: 'Tout supprimer',
}
