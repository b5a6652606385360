import { type Column, fieldOf, type PlainColumn } from './columns.ts'

/** The heading of a column. */
export function columnName(column: Column | 'title', texts: Readonly<Record<PlainColumn | 'title', string>>): string {
  if (column === 'title') return texts.title
  return fieldOf(column) ?? texts[column as PlainColumn]
}
