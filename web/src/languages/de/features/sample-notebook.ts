import type { sampleNotebookMessages } from '../../../features/sample-notebook/sample-notebook.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const sampleNotebook: WordsOf<typeof sampleNotebookMessages> = {
  offer: 'Beispiel-Notizbuch hinzufügen',
  offerHint:
    'Drei Experimente, drei Ressourcen und eine Vorlage zum Ausprobieren. Sie lassen sich mit einem Klick wieder entfernen.',
  added: 'Beispiel-Notizbuch hinzugefügt',
  title: 'Beispiel-Notizbuch',
  hint: (count) =>
    count === 1 ? '1 Beispiel-Eintrag zum Ausprobieren.' : `${count} Beispiel-Einträge zum Ausprobieren.`,
  remove: 'Beispiel-Notizbuch entfernen',
  removed: 'Beispiel-Notizbuch entfernt',
  changedTitle: 'Einige Beispiel-Einträge wurden geändert',
  changed: (count) =>
    count === 1
      ? '1 Beispiel-Eintrag wurde seit dem Hinzufügen geändert.'
      : `${count} Beispiel-Einträge wurden seit dem Hinzufügen geändert.`,
  keepChanged: 'Geänderte Einträge behalten',
  removeAll: 'Alle entfernen',
}
