import type { newEntryMessages } from '../../../features/new-entry/new-entry.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const newEntry: WordsOf<typeof newEntryMessages> = {
  chooser: { experiments: 'Neues Experiment aus Vorlage', items: 'Neue Ressource aus Vorlage' },
  forced: 'Ihr Team verlangt eine Vorlage für neue Einträge. Wählen Sie eine:',
  find: 'Vorlagen suchen',
  none: 'Noch keine Vorlagen.',
  noneFound: 'Keine passenden Vorlagen.',
  makeOne: { experiments: 'Zu den Experimentvorlagen', items: 'Zu den Ressourcenvorlagen' },
  fromTemplate: 'Neu aus Vorlage',
  useTemplate: 'Vorlage verwenden',
  notCreated: 'Server nicht erreichbar. Nichts wurde erstellt. Versuchen Sie es später erneut.',
}
