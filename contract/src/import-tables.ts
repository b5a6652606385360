import { z } from 'zod'
import { says } from './refusals/schema.ts'

/** The endings of tables, among those of all files that can be imported. */
export const TABLE_ENDINGS = ['.csv', '.tsv', '.xlsx'] as const

export const TABLE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const TABLE_SEPARATORS = [',', ';', '\t', '|'] as const
export const TABLE_DECIMALS = ['.', ','] as const

/** What a column can become. */
export const TABLE_TARGETS = [
  ...(['title', 'date', 'tags', 'category', 'status', 'rating', 'custom_id', 'body', 'elabid', 'metadata'] as const),
  ...(['field', 'ignore'] as const),
] as const
export type TableTarget = (typeof TABLE_TARGETS)[number]

/** Targets that several columns can have: texts are joined, tags put together. */
export const MANY_COLUMNS: readonly TableTarget[] = ['title', 'tags', 'body', 'field', 'ignore']

/** The types of extra fields that a column can become. */
export const TABLE_FIELD_TYPES = [
  ...(['text', 'number', 'date', 'datetime-local', 'time', 'checkbox', 'select', 'url', 'email'] as const),
] as const
export type TableFieldType = (typeof TABLE_FIELD_TYPES)[number]

/** The order of the parts of a date. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export const MOST_TABLE_COLUMNS = 2000

const MOST_NAME = 255

const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, says('field.one_of', { choices }))

const ColumnChoice = z.strictObject({
  number: z.int().min(1).max(MOST_TABLE_COLUMNS).meta({ description: 'Which column, from 1' }),
  target: oneOf(TABLE_TARGETS).meta({ description: 'What it becomes' }),
  name: z
    .string()
    .max(MOST_NAME)
    .nullish()
    .meta({ description: 'Name of the extra field. Absent: that of the column' }),
  type: oneOf(TABLE_FIELD_TYPES).nullish().meta({ description: 'Type of the extra field. Absent: guessed' }),
  unit: z
    .string()
    .max(MOST_NAME)
    .nullish()
    .meta({ description: 'Unit of the extra field; null: none. Absent: guessed' }),
  group: z.string().max(MOST_NAME).nullish().meta({ description: 'Group of the extra field' }),
  order: oneOf(DATE_ORDERS).nullish().meta({ description: 'Order of day, month and year. Absent: guessed' }),
})
export type ColumnChoice = z.output<typeof ColumnChoice>

/** How a table is to be read. What is absent or null is guessed. */
export const TableChoices = z.strictObject({
  sheet: z.string().max(MOST_NAME).nullish().meta({ description: 'Name of the sheet' }),
  encoding: oneOf(TABLE_ENCODINGS).nullish().meta({ description: 'Encoding of the text' }),
  separator: oneOf(TABLE_SEPARATORS).nullish().meta({ description: 'What is between cells' }),
  header: z.boolean().nullish().meta({ description: 'The first row has the names of the columns' }),
  decimal: oneOf(TABLE_DECIMALS).nullish().meta({ description: 'Decimal sign of numbers' }),
  columns: z.array(ColumnChoice).max(MOST_TABLE_COLUMNS).nullish().meta({
    description: 'What becomes of columns. What becomes of those that are not here is guessed',
  }),
})
export type TableChoices = z.output<typeof TableChoices>

const reading = {
  sheet: z.string().nullable().meta({ description: 'Name of the sheet; null: it has none' }),
  encoding: z.string().nullable().meta({ description: 'Encoding of the text; null: of a workbook' }),
  separator: z.string().nullable().meta({ description: 'What is between cells; null: of a workbook' }),
  header: z.boolean().meta({ description: 'The first row has the names of the columns' }),
  decimal: z.enum(TABLE_DECIMALS).meta({ description: 'Decimal sign of numbers' }),
}

export const TableReading = z.object(reading)
export type TableReading = z.output<typeof TableReading>

export const TableColumn = z.object({
  number: z.int().meta({ description: 'Which column, from 1' }),
  name: z.string().meta({ description: 'As the first row names it; empty: it does not' }),
  kind: z.enum([...TABLE_FIELD_TYPES, 'empty']).meta({ description: 'What its values look like' }),
  samples: z.array(z.string()).meta({ description: 'Some of its values, as they are written' }),
  filled: z.int().meta({ description: 'In how many of the rows that were looked at it has a value' }),
  distinct: z.int().meta({ description: 'How many values these are, up to 1000' }),
  target: z.enum(TABLE_TARGETS).meta({ description: 'What it becomes' }),
  guessed: z.enum(TABLE_TARGETS).meta({ description: 'What it would become if nothing were chosen' }),
  field: z
    .object({
      name: z.string().meta({ description: 'Name of the extra field' }),
      type: z.enum(TABLE_FIELD_TYPES).meta({ description: 'Type of the extra field' }),
      unit: z.string().nullable().meta({ description: 'Unit of the extra field' }),
      group: z.string().nullable().meta({ description: 'Group of the extra field' }),
    })
    .nullable()
    .meta({ description: 'How it is as an extra field, or how it would be; null: the column is empty' }),
  order: z.enum(DATE_ORDERS).nullable().meta({ description: 'Order of day, month and year, if it has dates' }),
})
export type TableColumn = z.output<typeof TableColumn>

export const TableGuess = z.object({
  ...reading,
  guessed: TableReading.meta({ description: 'What is guessed if nothing is chosen' }),
  sheets: z.array(z.string()).meta({ description: 'Names of all sheets of a workbook' }),
  columns: z.array(TableColumn).meta({ description: 'Its columns, and what becomes of them' }),
})
export type TableGuess = z.output<typeof TableGuess>
