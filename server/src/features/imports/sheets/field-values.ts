import type { ImportNoteCode } from '@aliquot/contract/imports'
import { note } from '../imports.notes.ts'
import type { ImportNote, IncomingField } from '../incoming.ts'
import { isUnclear, readMoment, readTime } from './days.ts'
import type { MappedColumn, MappedField, Mapping } from './mapping.ts'
import { readMark } from './marks.ts'
import { readNumber } from './numbers.ts'

/** A cell as an extra field. A value that does not fit its type becomes a text, with a note. */
export function fieldOfCell(
  column: MappedColumn & { field: MappedField },
  cell: string,
  { decimal, isNumber }: { decimal: Mapping['decimal']; isNumber: boolean },
  notes: ImportNote[],
): IncomingField {
  const { name, type, unit, group } = column.field
  const field = { name, type, unit, description: null, group }
  const text = cell.trim()
  if (type === 'select') return { ...field, value: text, options: optionsOf(column, text) }
  if (text === '') return { ...field, value: '' }
  const value = valueFor(type, text, column, isNumber ? '.' : decimal)
  if (value !== undefined) return { ...field, value }
  const code: ImportNoteCode = isDate(type) && isUnclear(text) ? 'unclear_date' : 'field_as_text'
  notes.push(note(code, `${name}: ${text}`))
  return { ...field, type: 'text', value: cell }
}

function isDate(type: string): boolean {
  return type === 'date' || type === 'datetime-local'
}

function valueFor(
  type: MappedField['type'],
  text: string,
  { order }: MappedColumn,
  decimal: Mapping['decimal'],
): string | undefined {
  switch (type) {
    case 'number':
      return readNumber(text, decimal)
    case 'date':
      return readMoment(text, order)?.day
    case 'datetime-local': {
      const moment = readMoment(text, order)
      return moment && `${moment.day}T${moment.time ?? '00:00'}`
    }
    case 'time':
      return readTime(text)
    case 'checkbox':
      return readMark(text)
    case 'url':
      return URL.canParse(text) ? text : undefined
    case 'email':
      return /^[^@\s]+@[^@\s]+$/.test(text) ? text : undefined
    default:
      return text
  }
}

/** What was seen at the beginning, and what this row has. */
function optionsOf({ options }: MappedColumn, text: string): string[] {
  return text === '' || options.includes(text) ? options : [...options, text]
}
