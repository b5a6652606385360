import type { exportLinkMessages } from '../../../features/exports/export-link.messages.ts'
import type { exportMessages } from '../../../features/exports/exports.messages.ts'
import type { storedExportMessages } from '../../../features/exports/stored-exports.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const exporting: WordsOf<typeof exportMessages> = {
  title: 'Export',
  formats: {
    pdf: { name: 'PDF', about: 'Ein Dokument zum Abgeben oder Drucken' },
    pdfa: { name: 'PDF/A', about: 'Fürs Archiv: mit den Daten, den Dateien und allen Änderungen darin' },
    zip: { name: 'ZIP-Archiv', about: 'Alles: lesbare Seite, Dateien und Daten' },
    eln: { name: '.eln-Archiv', about: 'Für Aliquot und andere Laborbücher, zum Importieren dort' },
    csv: { name: 'CSV-Tabelle', about: 'Eigenschaften und Felder, für Tabellenprogramme' },
    json: { name: 'JSON', about: 'Für Programme' },
  },
  crate: {
    options: 'Endung und Version des Archivs',
    ending: 'Endung des Namens',
    version: 'Version von RO-Crate',
    hint: 'Manche Laborbücher und Mailserver erwarten eine andere Endung oder Version. Der Inhalt ist derselbe.',
    asChosen: (ending, version) => `Als .${ending}, RO-Crate ${version}`,
  },
  labels: { name: 'Etiketten…', about: 'Codes für Röhrchen, Kisten und Geräte' },
  print: { name: 'Diese Seite drucken', about: 'Über den Druckdialog Ihres Browsers' },
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

export const exportLink: WordsOf<typeof exportLinkMessages> = {
  exports: 'Exporte',
}

export const storedExports: WordsOf<typeof storedExportMessages> = {
  title: 'Exporte',
  about:
    'Der Dienst bereitet diese Dateien vor, während Sie etwas anderes tun, und meldet, wenn sie fertig sind. Um eine Liste oder ausgewählte Einträge zu exportieren, wählen Sie dort „Exportieren“.',
  prepareLater: 'Im Hintergrund vorbereiten',
  prepareHint: 'Für große Exporte: Sie erhalten eine Benachrichtigung, wenn die Datei fertig ist.',
  queued: 'Die Datei wird vorbereitet. Eine Benachrichtigung meldet, wenn sie fertig ist.',
  show: 'Exporte zeigen',
  create: 'Neuer Export',
  format: 'Format',
  formats: {
    zippdf: 'ZIP-Archiv mit PDFs',
    zipa: 'ZIP-Archiv mit PDF/A',
    elnhtml: 'Seite eines .eln-Archivs',
    qrpdf: 'Liste mit QR-Codes',
    qrpng: 'QR-Code',
  },
  types: 'Einträge',
  ofType: {
    experiments: 'Ihre Experimente',
    items: 'Ihre Ressourcen',
    experiments_templates: 'Ihre Experimentvorlagen',
    items_types: 'Ressourcenvorlagen des Teams',
  },
  chosen: {
    experiments: 'Gewählte Experimente',
    items: 'Gewählte Ressourcen',
    experiments_templates: 'Gewählte Experimentvorlagen',
    items_types: 'Gewählte Ressourcenvorlagen',
  },
  nothing: 'Nichts gewählt',
  changelog: 'Mit allen Änderungen',
  prepare: 'Vorbereiten',
  tooMany: (most) => `Sie haben schon ${most} Exporte. Entfernen Sie zuerst einen.`,
  list: 'Ihre Exporte',
  none: 'Sie haben noch keine Exporte.',
  states: { 1: 'Fertig', 4: 'Wartet', 5: 'In Arbeit', 6: 'Gescheitert' },
  entries: (count, number) => (count === 1 ? `${number} Eintrag` : `${number} Einträge`),
  progress: (done, total) => `${done} von ${total} Einträgen`,
  asked: 'Begonnen',
  expires: 'Ablauf:',
  download: 'Herunterladen',
  downloadOf: (name) => `${name} herunterladen`,
  remove: 'Entfernen',
  removeOf: (name) => `Entfernen: ${name}`,
  removeQuestion: 'Diesen Export und seine Datei entfernen?',
  stopQuestion: 'Diesen Export abbrechen und entfernen?',
  keep: 'Behalten',
  removed: 'Export entfernt',
}
