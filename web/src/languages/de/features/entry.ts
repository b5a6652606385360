import type { commandMessages } from '../../../features/entry/commands.messages.ts'
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

export const command: WordsOf<typeof commandMessages> = {
  open: {
    status: 'Status setzen…',
    category: 'Kategorie setzen…',
    tag: 'Tag hinzufügen…',
    date: 'Datum setzen…',
  },
  set: {
    status: (title) => `Status: ${title}`,
    category: (title) => `Kategorie: ${title}`,
    date: (day) => `Datum: ${day}`,
  },
  none: 'Ohne',
  newTag: (tag) => `Neuer Tag „${tag}“`,
  tagged: (tag) => `Mit „${tag}“ getaggt`,
  day: {
    [-1]: (day) => `Gestern, ${day}`,
    0: (day) => `Heute, ${day}`,
    1: (day) => `Morgen, ${day}`,
  },
}
