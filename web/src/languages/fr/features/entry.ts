import type { commandMessages } from '../../../features/entry/commands.messages.ts'
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

export const command: WordsOf<typeof commandMessages> = {
  open: {
    status: 'Choisir le statut…',
    category: 'Choisir la catégorie…',
    tag: 'Ajouter une étiquette…',
    date: 'Choisir la date…',
  },
  set: {
    status: (title) => `Statut : ${title}`,
    category: (title) => `Catégorie : ${title}`,
    date: (day) => `Date : ${day}`,
  },
  none: 'Aucun',
  newTag: (tag) => `Nouvelle étiquette « ${tag} »`,
  tagged: (tag) => `Étiquette « ${tag} » ajoutée`,
  day: {
    [-1]: (day) => `Hier, ${day}`,
    0: (day) => `Aujourd’hui, ${day}`,
    1: (day) => `Demain, ${day}`,
  },
}
