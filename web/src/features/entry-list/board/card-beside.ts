import type { EntryRow } from '../entry-list.queries.ts'

interface Cards {
  cards: readonly EntryRow[]
}

/** The next card in a direction. To the side, empty columns are skipped and the height is kept if possible. */
export function cardBeside(
  columns: readonly Cards[],
  id: number,
  direction: 'up' | 'down' | 'left' | 'right',
): EntryRow | undefined {
  const at = columns.findIndex(({ cards }) => cards.some((card) => card.id === id))
  const cards = columns[at]?.cards ?? []
  const row = cards.findIndex((card) => card.id === id)
  if (direction === 'up') return cards[row - 1]
  if (direction === 'down') return cards[row + 1]
  const beside = direction === 'right' ? columns.slice(at + 1) : columns.slice(0, at).reverse()
  const next = beside.find((column) => column.cards.length > 0)?.cards ?? []
  return next[Math.min(row, next.length - 1)]
}
