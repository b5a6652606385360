import { InvalidInput, TooLarge } from '../../../../errors.ts'
import { TABLE_LIMITS } from '../limits.ts'
import { placeOf } from './places.ts'
import { attributesOf, type XmlHandler } from './xml-stream.ts'

/** A cell as the sheet has it. */
export interface RawCell {
  column: number
  /** `n`, `s`, `str`, `inlineStr`, `b`, `e`, `d`. */
  type: string
  style: number
  text: string
  hasFormula: boolean
}

export interface RawRow {
  number: number
  cells: RawCell[]
}

const LAST_ROW = 1_048_576

/** Puts the cells of a sheet together, row by row. */
export class SheetReader implements XmlHandler {
  #rows: RawRow[] = []
  #row: RawRow = { number: 0, cells: [] }
  #cell: RawCell | undefined
  #column = -1
  #length = 0
  #isText = false
  #isSpoken = false
  #isInData = false

  /** The rows that have ended since the last call, without those that have no cell with a value. */
  take(): RawRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, text: string): void {
    if (name === 'sheetData') this.#isInData = true
    if (!this.#isInData) return
    if (name === 'row') this.#openRow(text)
    else if (name === 'c') this.#openCell(text)
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true
    else if (name === 'rPh') this.#isSpoken = true
    else if (name === 'v' || name === 't') this.#isText = this.#cell !== undefined && !this.#isSpoken
  }

  text(text: string): void {
    if (!this.#isText || !this.#cell) return
    this.#cell.text += text
    this.#length += text.length
    if (this.#length > TABLE_LIMITS.row) {
      throw new TooLarge('table.long_row', { row: this.#row.number, most: TABLE_LIMITS.row })
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isSpoken = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') {
      if (this.#row.cells.length > 0) this.#rows.push(this.#row)
    } else if (name === 'sheetData') this.#isInData = false
  }

  #openRow(text: string): void {
    const given = /(?:^|\s)r\s*=\s*["'](\d{1,7})["']/.exec(text)?.[1]
    const number = given === undefined ? this.#row.number + 1 : Number(given)
    if (number <= this.#row.number) throw new InvalidInput('table.row_order', { row: number })
    if (number > LAST_ROW) throw new TooLarge('table.many_rows', { most: LAST_ROW })
    this.#row = { number, cells: [] }
    this.#column = -1
    this.#length = 0
  }

  #openCell(text: string): void {
    const given = attributesOf(text)
    const column = placeOf(given.get('r') ?? '')?.column ?? this.#column + 1
    this.#column = column
    const [type, style] = [given.get('t') ?? 'n', Number(given.get('s') ?? 0)]
    this.#cell = { column, type, style, text: '', hasFormula: false }
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell || (cell.text === '' && !cell.hasFormula)) return
    const most = TABLE_LIMITS.columns
    if (cell.column >= most || this.#row.cells.length >= most)
      throw new TooLarge('table.many_columns', { row: this.#row.number, most })
    this.#row.cells.push(cell)
  }
}
