import type { dashboardMessages } from '../../../features/dashboard/dashboard.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const dashboard: WordsOf<typeof dashboardMessages> = {
  title: 'Übersicht',
  morning: (name) => `Guten Morgen, ${name}`,
  afternoon: (name) => `Guten Tag, ${name}`,
  evening: (name) => `Guten Abend, ${name}`,
  night: (name) => `Hallo, ${name}`,
  drafts: 'Noch nicht gespeichert',
  draftsHint: 'Dieser Text ist nur auf diesem Gerät. Öffnen Sie den Eintrag, um ihn zu speichern.',
  typed: 'getippt',
  pinned: 'Angeheftet',
  recent: 'Zuletzt bearbeitet',
  team: 'In Ihrem Team',
  comments: 'Neue Kommentare',
  personOn: (name, title) => `${name} zu „${title}“`,
  youOn: (title) => `Sie zu „${title}“`,
  locked: 'Gesperrt',
  all: 'Alle Experimente',
  emptyTitle: 'Ihr Notizbuch ist bereit',
  emptyHint:
    'Schreiben Sie Ihr erstes Experiment. Alles wird beim Tippen gespeichert, und jede Änderung lässt sich rückgängig machen.',
  emptyCreate: 'Neues Experiment',
  emptyKey: 'Oder drücken Sie irgendwo diese Taste:',
  teachPalette: 'Alles mit der Tastatur erledigen',
  teachPaletteHint: 'Suche und Befehle sind ein Tastenkürzel entfernt.',
  teachKeys: 'Geräte und Skripte verbinden',
  teachKeysHint: 'Erstellen Sie einen API-Schlüssel. Programme für die eLabFTW-API funktionieren unverändert.',
  teachShortcuts: 'Ein paar Tastenkürzel lernen',
  teachShortcutsHint: 'Diese Taste zeigt alle.',
  noRecent: 'Noch nichts geschrieben. Beginnen Sie mit einem neuen Experiment.',
}
