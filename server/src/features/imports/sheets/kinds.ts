import type { DateOrder, TableColumn, TableReading } from '@aliquot/contract/import-tables'
import { readMoment, readTime } from './days.ts'
import { looksLikeMark } from './marks.ts'
import { looksLikeNumber } from './numbers.ts'

export type ColumnKind = TableColumn['kind']

interface Facts {
  order: DateOrder | null
  decimal: TableReading['decimal']
  distinct: number
}

/** A column is of a kind if at least so many of its values are: people write "n/a" among numbers. */
const MOST = 0.9

/** What the values of a column look like; `values` are those that are not empty. */
export function kindOfColumn(values: readonly string[], facts: Facts): ColumnKind {
  if (values.length === 0) return 'empty'
  const { order, decimal } = facts
  const isKind = (test: (value: string) => boolean) => {
    let missing = 0
    for (const value of values) {
      if (test(value)) continue
      missing++
      if (missing > values.length * (1 - MOST)) return false
    }
    return true
  }
  if (values.every(looksLikeMark) && facts.distinct <= 4) return 'checkbox'
  if (isKind((value) => looksLikeNumber(value, decimal))) return 'number'
  if (isKind((value) => readMoment(value, order) !== undefined)) {
    const timed = values.filter((value) => hasTime(value, order)).length
    return timed * 2 > values.length ? 'datetime-local' : 'date'
  }
  if (isKind((value) => readTime(value) !== undefined)) return 'time'
  if (isKind(looksLikeAddress)) return 'url'
  if (isKind((value) => EMAIL.test(value.trim()))) return 'email'
  return isChoice(values, facts.distinct) ? 'select' : 'text'
}

function hasTime(value: string, order: DateOrder | null): boolean {
  const time = readMoment(value, order)?.time ?? null
  return time !== null && !/^00:00(:00)?$/.test(time)
}

const EMAIL = /^[^@\s,;]{1,100}@[^@\s,;]+\.[^@\s,;.]{2,}$/

export function looksLikeAddress(value: string): boolean {
  const text = value.trim()
  return /^(?:https?|ftp):\/\/\S+$/i.test(text) && text.length < 2000 && URL.canParse(text)
}

const [FEWEST_ROWS, MOST_CHOICES, MOST_LENGTH] = [10, 12, 60]

function isChoice(values: readonly string[], distinct: number): boolean {
  if (values.length < FEWEST_ROWS || distinct < 2 || distinct > MOST_CHOICES || distinct * 3 > values.length)
    return false
  return values.every((value) => value.length <= MOST_LENGTH && !/[\r\n]/.test(value))
}
