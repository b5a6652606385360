import type { outlineMessages } from '../../../features/entry/outline/outline.messages.ts'
import type { printingMessages } from '../../../features/entry/printing/printing.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const printing: WordsOf<typeof printingMessages> = {
  permanentId: 'Identifiant permanent',
  address: 'Adresse',
  addressCode: 'Code QR de l’adresse',
  created: 'Créée',
  changed: 'Dernière modification',
  lockedBy: 'Verrouillée par',
  state: 'État',
  states: { 2: 'archivée', 3: 'dans la corbeille' },
  printed: 'Imprimée',
  printedBy: (when, name) => `${when} par ${name}`,
  number: (id) => `N° ${id}`,
  page: 'Page',
  pageOf: 'sur',
}

export const outline: WordsOf<typeof outlineMessages> = {
  title: 'Plan',
  toTop: 'Vers le haut',
}
