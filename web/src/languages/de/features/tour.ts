import type { tourMessages } from '../../../features/tour/tour.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const tour: WordsOf<typeof tourMessages> = {
  steps: {
    create: {
      title: 'Ein Experiment beginnen',
      text: 'Hier öffnet sich eine leere Seite. Gespeichert wird erst, wenn Sie schreiben.',
    },
    write: {
      title: 'Schreiben, und es ist gespeichert',
      text: 'Ihr Text wird beim Tippen gespeichert, auch ohne Netz. Mit / fügen Sie Tabellen, Bilder und Formeln ein.',
    },
    find: {
      title: 'Alles finden',
      text: 'Durchsuchen Sie alle Einträge und starten Sie jeden Befehl von einer Stelle aus.',
    },
    history: {
      title: 'In die Vergangenheit gehen',
      text: 'Der Verlauf zeigt, wer wann was geändert hat. Jede frühere Version lässt sich wiederherstellen.',
    },
    share: {
      title: 'Mit anderen teilen',
      text: 'Wählen Sie, wer einen Eintrag sehen und bearbeiten kann. Dieser Rundgang und alle Tastenkürzel stehen im Menü unter Ihrem Namen.',
    },
  },
  shortcut: 'Tastenkürzel',
  progress: (step, of) => `${step} von ${of}`,
  next: 'Weiter',
  back: 'Zurück',
  skip: 'Überspringen',
  done: 'Fertig',
}
