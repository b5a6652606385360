import { TooLarge } from '../../../../errors.ts'
import { note } from '../../imports.notes.ts'
import type { ImportNote } from '../../incoming.ts'
import { TABLE_LIMITS } from '../limits.ts'
import type { Row } from '../table.ts'
import type { Merged } from './merged.ts'
import type { Parts } from './parts.ts'
import { lettersOf } from './places.ts'
import { momentOfSerial, plainNumber } from './serials.ts'
import { type SharedStrings, unescaped } from './shared-strings.ts'
import { type RawCell, type RawRow, SheetReader } from './sheet-reader.ts'
import type { Meaning } from './styles.ts'

interface Workbook {
  strings: SharedStrings
  styles: readonly Meaning[]
  is1904: boolean
}

/** Reads cells as texts, by their types and formats. */
export class CellReader {
  readonly #workbook: Workbook

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  async *rows(parts: Parts, part: string, merged: readonly Merged[]): AsyncGenerator<readonly Row[]> {
    const reader = new SheetReader()
    const filler = new Filler(merged)
    for await (const _ of parts.pieces(part, reader)) {
      let rows: Row[] = []
      let length = 0
      for (const raw of reader.take()) {
        const row = await this.#row(raw)
        if (!row) continue
        const filled = filler.fill(row)
        length += requireShort(filled)
        rows.push(filled)
        // A few bytes of a sheet may refer to texts of megabytes.
        if (length < TABLE_LIMITS.row) continue
        yield rows
        rows = []
        length = 0
      }
      yield rows
    }
  }

  async #row({ number, cells: raw }: RawRow): Promise<Row | undefined> {
    const cells: string[] = []
    let length = 0
    const numbers = new Set<number>()
    const notes: ImportNote[] = []
    for (const cell of raw) {
      const text = this.#text(cell, numbers, notes)
      // Waiting for each of a million cells takes longer than reading them.
      const found = typeof text === 'string' ? text : await text
      if (found === '') continue
      length = requireLength(number, length + found.length)
      while (cells.length < cell.column) cells.push('')
      cells[cell.column] = found
    }
    if (cells.length === 0) return undefined
    return { number, cells, numbers, ...(notes.length > 0 && { notes }) }
  }

  #text(cell: RawCell, numbers: Set<number>, notes: ImportNote[]): string | Promise<string> {
    const { text, type, column, hasFormula } = cell
    if (text === '') {
      if (hasFormula && type !== 'str') notes.push(note('formula_without_value', lettersOf(column)))
      return ''
    }
    switch (type) {
      case 's':
        return this.#workbook.strings.get(/^\s*\d{1,8}\s*$/.test(text) ? Number(text) : -1)
      case 'b':
        return text.trim() === '1' || text.trim() === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        notes.push(note('cell_error', `${lettersOf(column)}: ${text}`))
        return ''
      case 'd':
        return text.trim().replace(/T00:00:00(?:\.0+)?Z?$/, '')
      case 'n':
        return this.#number(cell, numbers)
      default:
        return unescaped(text)
    }
  }

  #number({ text, style, column }: RawCell, numbers: Set<number>): string {
    const { styles, is1904 } = this.#workbook
    const meaning = styles[style]
    const moment = meaning && momentOfSerial(Number(text), meaning, is1904)
    if (moment !== undefined) return moment
    const number = plainNumber(text)
    if (number !== undefined) numbers.add(column)
    return number ?? text
  }
}

function requireShort({ number, cells }: Row): number {
  let length = 0
  for (const cell of cells) length += cell.length
  return requireLength(number, length)
}

function requireLength(row: number, length: number): number {
  const most = TABLE_LIMITS.row
  if (length > most) throw new TooLarge('table.long_row', { row, most })
  return length
}

/** Repeats the value of a cell that reaches over several rows in those that have values of their own. */
class Filler {
  readonly #merged: readonly Merged[]
  #next = 0
  #open: (Merged & { text: string; isNumber: boolean })[] = []

  constructor(merged: readonly Merged[]) {
    this.#merged = merged
  }

  fill(row: Row): Row {
    if (this.#next === this.#merged.length && this.#open.length === 0) return row
    const cells = [...row.cells]
    const numbers = new Set(row.numbers)
    this.#open = this.#open.filter(({ to }) => to >= row.number)
    for (const { column, text, isNumber } of this.#open) {
      if (cells[column]) continue
      while (cells.length < column) cells.push('')
      cells[column] = text
      if (isNumber) numbers.add(column)
    }
    for (let one = this.#merged[this.#next]; one && one.from <= row.number; one = this.#merged[++this.#next]) {
      const text = one.from === row.number ? cells[one.column] : undefined
      const isOpen = this.#open.some(({ column }) => column === one.column)
      if (text && !isOpen) this.#open.push({ ...one, text, isNumber: numbers.has(one.column) })
    }
    return { ...row, cells, numbers }
  }
}
