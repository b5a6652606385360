import { InvalidInput, TooLarge } from '../../../errors.ts'
import { TABLE_LIMITS } from './limits.ts'
import type { Row, TableLimits } from './table.ts'

interface Options {
  separator: string
  limits?: Readonly<TableLimits>
  /** Leaves the texts of cells away, for whoever only counts. */
  isBare?: boolean
}

const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22]

/**
 * Cuts text into rows and cells as it arrives. A quotation mark counts at the beginning of a cell and ends at the next single
 * one; elsewhere it is a character like others. Lines end with LF, CR or both.
 */
export class Records {
  readonly #separator: number
  readonly #limits: Readonly<TableLimits>
  readonly #isBare: boolean
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  #isAfterCr = false
  #cells: string[] = []
  #columns = 0
  #cell = ''
  #number = 1
  /** Characters of the row until the beginning of the text at hand. */
  #before = 0
  #hasValue = false

  constructor({ separator, limits = TABLE_LIMITS, isBare = false }: Options) {
    this.#separator = separator.charCodeAt(0)
    this.#limits = limits
    this.#isBare = isBare
  }

  /** The rows that end in this text, without empty ones. */
  push(text: string): Row[] {
    const nul = text.indexOf('\0')
    const rows = this.#read(nul === -1 ? text : text.slice(0, nul))
    if (nul !== -1) throw new InvalidInput('table.nul', { row: this.#number })
    return rows
  }

  /** The last row, if no line end follows it. */
  end(): Row[] {
    if (this.#state === 'quoted') throw new InvalidInput('table.open_quote', { row: this.#number })
    const rows: Row[] = []
    if (this.#state !== 'start' || this.#columns > 0) {
      this.#endCell('')
      this.#endRow(rows)
    }
    return rows
  }

  #read(text: string): Row[] {
    const rows: Row[] = []
    let from = 0
    let rowFrom = -this.#before
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#state === 'quoted') {
        if (code !== QUOTE) continue
        this.#add(text.slice(from, at))
        this.#state = 'closed'
        from = at + 1
        continue
      }
      if (code === LF && this.#isAfterCr) {
        this.#isAfterCr = false
        from = at + 1
        rowFrom = from
        continue
      }
      this.#isAfterCr = false
      if (code === QUOTE && this.#state === 'start') {
        this.#state = 'quoted'
        from = at + 1
      } else if (code === QUOTE && this.#state === 'closed') {
        // Two of them are one of the text.
        this.#state = 'quoted'
        from = at
      } else if (code === this.#separator) {
        this.#endCell(text.slice(from, at))
        from = at + 1
      } else if (code === LF || code === CR) {
        this.#endCell(text.slice(from, at))
        this.#requireShort(at - rowFrom)
        this.#endRow(rows)
        this.#isAfterCr = code === CR
        from = at + 1
        rowFrom = from
      } else {
        this.#state = 'plain'
      }
    }
    this.#add(text.slice(from))
    this.#before = text.length - rowFrom
    this.#requireShort(this.#before)
    return rows
  }

  #add(text: string): void {
    if (text === '') return
    if (this.#isBare) this.#hasValue = true
    else this.#cell += text
  }

  #endCell(text: string): void {
    this.#add(text)
    this.#columns++
    if (this.#columns > this.#limits.columns) {
      throw new TooLarge('table.many_columns', { row: this.#number, most: this.#limits.columns })
    }
    if (!this.#isBare) {
      this.#hasValue ||= this.#cell !== ''
      this.#cells.push(this.#cell)
      this.#cell = ''
    }
    this.#state = 'start'
  }

  #endRow(rows: Row[]): void {
    if (this.#hasValue) rows.push({ number: this.#number, cells: this.#cells })
    if (this.#number > this.#limits.rows) throw new TooLarge('table.many_rows', { most: this.#limits.rows })
    this.#number++
    if (!this.#isBare) this.#cells = []
    this.#columns = 0
    this.#hasValue = false
    this.#before = 0
  }

  #requireShort(length: number): void {
    if (length <= this.#limits.row) return
    if (this.#state === 'quoted') throw new InvalidInput('table.open_quote', { row: this.#number })
    throw new TooLarge('table.long_row', { row: this.#number, most: this.#limits.row })
  }
}
