import type { TableTarget } from '@aliquot/contract/import-tables'
import { escapeHtml } from '../../../lib/html.ts'
import { note } from '../imports.notes.ts'
import type { ImportNote, IncomingEntry, IncomingField, IncomingLabel } from '../incoming.ts'
import { isUnclear, readMoment } from './days.ts'
import { emptyEntry } from './empty-entry.ts'
import { fieldOfCell } from './field-values.ts'
import type { MappedColumn, MappedField, Mapping } from './mapping.ts'
import { readNumber } from './numbers.ts'
import type { Row } from './table.ts'
import { cellToHtml, cellToTags, withoutGuard } from './texts.ts'

/** A row as an entry, by what its columns become. */
export function entryOfRow(row: Row, mapping: Mapping): IncomingEntry {
  const reader = new RowReader(row, mapping)
  const metadata = reader.first('metadata')?.text ?? null
  return {
    ...emptyEntry(row),
    title: reader
      .all('title')
      .map(({ text }) => text)
      .join(' '),
    text: reader.body(),
    date: reader.date(),
    elabid: reader.first('elabid')?.text ?? null,
    customId: reader.number('custom_id'),
    rating: reader.number('rating'),
    category: reader.label('category'),
    status: reader.label('status'),
    tags: [...new Set(reader.all('tags').flatMap(({ text }) => cellToTags(text)))],
    metadata,
    // An export repeats them in its metadata, without their types.
    fields: metadata !== null && mapping.isExport ? [] : reader.fields(),
    notes: reader.notes,
  }
}

interface Filled {
  column: MappedColumn
  text: string
}

class RowReader {
  readonly #row: Row
  readonly #mapping: Mapping
  readonly notes: ImportNote[]

  constructor(row: Row, mapping: Mapping) {
    this.#row = row
    this.#mapping = mapping
    this.notes = [...(row.notes ?? [])]
    const { length } = row.cells
    const width = mapping.columns.length
    if (length < width && !mapping.isRagged) this.notes.push(note('row_short', `${length} / ${width}`))
    if (row.cells.slice(width).some((cell) => cell !== '')) {
      this.notes.push(note('row_long', row.cells.slice(width).join(' ')))
    }
  }

  #text({ index }: MappedColumn): string {
    const cell = this.#row.cells[index] ?? ''
    return this.#mapping.isExport ? withoutGuard(cell) : cell
  }

  /** The cells of a target that are not empty. */
  all(target: TableTarget): Filled[] {
    const filled: Filled[] = []
    for (const column of this.#mapping.columns) {
      if (column.target !== target) continue
      const text = this.#text(column).trim()
      if (text !== '') filled.push({ column, text })
    }
    return filled
  }

  first(target: TableTarget): Filled | undefined {
    return this.all(target)[0]
  }

  label(target: TableTarget): IncomingLabel | null {
    const found = this.first(target)
    return found ? { title: found.text, color: null } : null
  }

  number(target: TableTarget): number | null {
    const found = this.first(target)
    if (!found) return null
    const isNumber = this.#row.numbers?.has(found.column.index) ?? false
    return Number(readNumber(found.text, isNumber ? '.' : this.#mapping.decimal))
  }

  /** A date that nobody can read stays as it is, and the checks of all imports tell it. */
  date(): string | null {
    const found = this.first('date')
    if (!found) return null
    const moment = readMoment(found.text, found.column.order)
    if (moment) return moment.day
    if (!isUnclear(found.text)) return found.text
    this.notes.push(note('unclear_date', found.text))
    return null
  }

  /** Several columns follow each other, each under its name. */
  body(): string {
    const parts = this.all('body')
    const [only, second] = parts
    if (!second) return only ? cellToHtml(only.text) : ''
    return parts.map(({ column: { name }, text }) => `${headingOf(name)}${paragraphOf(text)}`).join('')
  }

  fields(): IncomingField[] {
    const { columns, decimal } = this.#mapping
    const fields: IncomingField[] = []
    for (const column of columns) {
      if (column.target !== 'field' || !hasField(column)) continue
      const isNumber = this.#row.numbers?.has(column.index) ?? false
      fields.push(fieldOfCell(column, this.#text(column), { decimal, isNumber }, this.notes))
    }
    return fields
  }
}

function hasField(column: MappedColumn): column is MappedColumn & { field: MappedField } {
  return column.field !== null
}

function headingOf(name: string): string {
  return name === '' ? '' : `<h2>${escapeHtml(name)}</h2>`
}

function paragraphOf(text: string): string {
  const html = cellToHtml(text)
  return html.startsWith('<') ? html : `<p>${html}</p>`
}
