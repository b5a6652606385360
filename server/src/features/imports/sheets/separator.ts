import { TABLE_SEPARATORS } from '@aliquot/contract/import-tables'
import { Refusal } from '../../../errors.ts'
import { TABLE_LIMITS } from './limits.ts'
import { Records } from './records.ts'
import type { Row } from './table.ts'

/** Excel writes it as a line of its own before the table. */
const TOLD = /^sep=(.)(?:\r\n?|\n|$)/i

export interface GuessedSeparator {
  separator: string
  /** The first line only says this. */
  isTold: boolean
}

/** What is between the cells, judged by the beginning of a text: that which cuts its rows into equally many cells. */
export function guessSeparator(text: string, { isWhole }: { isWhole: boolean }): GuessedSeparator {
  const told = TOLD.exec(text)?.[1]
  if (told !== undefined) return { separator: told, isTold: true }
  let best = { separator: ',', score: 0 }
  for (const separator of TABLE_SEPARATORS) {
    const score = scoreOf(separator, text, isWhole)
    if (score > best.score) best = { separator, score }
  }
  return { separator: best.separator, isTold: false }
}

const MOST_ROWS = 200

function scoreOf(separator: string, text: string, isWhole: boolean): number {
  const widths = rowsOf(separator, text, isWhole).map(({ cells }) => cells.length)
  const [first = 1] = widths
  if (first === 1 && !widths.some((width) => width > 1)) return 0
  const same = widths.filter((width) => width === first).length
  // Rows that agree count most; of two separators that agree as well, the one with more cells.
  const agreement = same / widths.length
  return first === 1 ? agreement * 0.01 : agreement * agreement * (1 + Math.min(first, 50) / 100)
}

function rowsOf(separator: string, text: string, isWhole: boolean): Row[] {
  const records = new Records({ separator, limits: { ...TABLE_LIMITS, row: text.length + 1 } })
  try {
    const rows = records.push(text)
    return (isWhole ? [...rows, ...records.end()] : rows).slice(0, MOST_ROWS)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
