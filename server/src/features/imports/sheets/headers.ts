import type { TableTarget } from '@aliquot/contract/import-tables'

/** What tables name their columns that become more than a field, in the order in which they are chosen. */
const NAMES: Readonly<Partial<Record<TableTarget, readonly string[]>>> = {
  title: [
    ...['title', 'titel', 'titre', 'name', 'nom', 'sample name', 'probenname', 'bezeichnung', 'designation'],
    ...['item name', 'item', 'product name', 'produktname', 'produkt', 'sample', 'probe', 'echantillon'],
    ...['compound', 'chemical', 'substanz', 'substance', 'experiment', 'resource'],
  ],
  date: ['date', 'datum'],
  tags: ['tags', 'tag', 'keywords', 'schlagworte', 'schlagworter', 'stichworte', 'mots cles', 'etiquettes'],
  category: ['category title', 'category', 'kategorie', 'categorie'],
  status: ['status title', 'status', 'statut', 'etat'],
  rating: ['rating', 'bewertung', 'evaluation'],
  custom_id: ['custom id'],
  body: [
    ...['body', 'text', 'description', 'beschreibung', 'notes', 'notizen', 'remarks', 'bemerkungen', 'bemerkung'],
    ...['remarques', 'remarque', 'comments', 'comment', 'kommentar', 'kommentare', 'commentaire', 'commentaires'],
  ],
  elabid: ['elabid'],
  metadata: ['metadata'],
}

/** Columns of our own export that say what others say better. */
const LEFT_OF_EXPORT = ['id', 'userid', 'fullname', 'category', 'category color', 'status', 'status color', 'sharelink']
const OF_EXPORT = ['category title', 'status title', 'elabid', 'sharelink', 'metadata', 'tags', 'title']

/** Without case, accents and signs. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether the table was exported by a notebook of this API. */
export function isExport(names: readonly string[]): boolean {
  const plain = new Set(names.map(plainName))
  return OF_EXPORT.every((name) => plain.has(name))
}

/** The columns that become something by their names, from 0. */
export function targetsByName(names: readonly string[]): Map<number, TableTarget> {
  const plain = names.map(plainName)
  const found = new Map<number, TableTarget>()
  for (const [target, words] of Object.entries(NAMES) as [TableTarget, readonly string[]][]) {
    for (const word of words) {
      const column = plain.findIndex((name, index) => name === word && !found.has(index))
      if (column === -1) continue
      found.set(column, target)
      break
    }
  }
  if (isExport(names)) {
    plain.forEach((name, index) => {
      if (LEFT_OF_EXPORT.includes(name)) found.set(index, 'ignore')
    })
  }
  return found
}

const UNIT = /^(.+?)\s*(?:\(([^()]{1,24})\)|\[([^[\]]{1,24})\])$/s
const AFTER_SLASH = /^(.+?)\s+\/\s+(\S{1,12})$/s

/** `Mass` and `g` of `Mass (g)`, `Mass [g]` and `Mass / g`. */
export function splitUnit(name: string): { name: string; unit: string | null } {
  const [, bare = '', round, square] = UNIT.exec(name) ?? []
  const unit = (round ?? square)?.trim()
  if (unit) return { name: bare.trim(), unit }
  const [, before = '', after] = AFTER_SLASH.exec(name) ?? []
  return after === undefined ? { name, unit: null } : { name: before.trim(), unit: after }
}
