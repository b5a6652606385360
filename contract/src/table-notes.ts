/**
 * What did not come in as it is in a table, and how people are told. `about` of a note fills in the column or the value,
 * `row` where it is.
 */
export const TABLE_NOTES = {
  row_above: 'A row above the names of the columns was left out',
  row_short: 'A row has fewer cells than the table has columns',
  row_long: 'A row has more cells than the table has columns; what is beyond them was left out',
  unclear_date: 'It is not clear which part of the date is the month',
  cell_error: 'A cell has an error instead of a value, and was left empty',
  formula_without_value: 'A cell has a formula whose result is not in the file, and was left empty',
} as const
export type TableNoteCode = keyof typeof TABLE_NOTES
