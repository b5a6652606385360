import type { exportMessages } from '../../../features/exports/exports.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const exporting: WordsOf<typeof exportMessages> = {
  title: 'Export',
  formats: {
    zip: { name: 'ZIP-Archiv', about: 'Alles: lesbare Seite, Dateien und Daten' },
    csv: { name: 'CSV-Tabelle', about: 'Eigenschaften und Felder, für Tabellenprogramme' },
    json: { name: 'JSON', about: 'Für Programme' },
  },
  print: { name: 'Drucken oder PDF', about: 'Auf Papier, oder als PDF über den Druckdialog Ihres Browsers' },
  begun: 'Download gestartet',
  exportOf: (format) => `Export: ${format}`,
  preparing: 'Wird vorbereitet…',
  of: (written, total, counted) => `${written} von ${total} ${counted}`,
  units: {
    entry: (count) => (count === 1 ? 'Eintrag' : 'Einträgen'),
    entries: (count) => (count === 1 ? 'Eintrag' : 'Einträge'),
    files: (count) => (count === 1 ? 'Datei' : 'Dateien'),
  },
  share: (percent) => `${percent} % exportiert`,
  done: 'Fertig',
  doneWith: (facts) => `Fertig: ${facts}`,
  hide: 'Bis zum Ende ausblenden',
  failed:
    'Der Export ist fehlgeschlagen, und die Datei ist unvollständig. Löschen Sie sie und versuchen Sie es erneut.',
  failedWith: (reason) => `Die Datei ist unvollständig: ${reason}.`,
  brokenOff:
    'Der Download wurde unterbrochen, und die Datei ist unvollständig. Löschen Sie sie und versuchen Sie es erneut.',
  stopped: 'Abgebrochen. Die heruntergeladene Datei ist unvollständig.',
  unknown: 'Download gestartet. Ihr Browser zeigt den Fortschritt.',
  cannotStop: 'Brechen Sie ihn in den Downloads Ihres Browsers ab.',
}
