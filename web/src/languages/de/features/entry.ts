import type { outlineMessages } from '../../../features/entry/outline/outline.messages.ts'
import type { printingMessages } from '../../../features/entry/printing/printing.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const printing: WordsOf<typeof printingMessages> = {
  permanentId: 'Dauerhafte Kennung',
  address: 'Adresse',
  addressCode: 'QR-Code der Adresse',
  created: 'Erstellt',
  changed: 'Zuletzt geändert',
  lockedBy: 'Gesperrt von',
  state: 'Zustand',
  states: { 2: 'archiviert', 3: 'im Papierkorb' },
  printed: 'Gedruckt',
  printedBy: (when, name) => `${when} von ${name}`,
  number: (id) => `Nr. ${id}`,
  page: 'Seite',
  pageOf: 'von',
}

export const outline: WordsOf<typeof outlineMessages> = {
  title: 'Gliederung',
  toTop: 'Nach oben',
}
