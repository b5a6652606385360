import type { TableChoices, TableGuess } from '@aliquot/contract/import-tables'
import { note } from '../imports.notes.ts'
import type { ImportNote, IncomingEntry } from '../incoming.ts'
import type { Source, SourceOptions } from '../source.ts'
import { entryOfRow } from './entry.ts'
import { type Mapping, mapColumns } from './mapping.ts'
import { openCsv } from './open-csv.ts'
import { referenceEntries } from './reference.ts'
import { type Survey, surveyTable } from './survey.ts'
import type { Row, Table } from './table.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

type OpenFile = (path: string, options: { choices: TableChoices; signal?: AbortSignal | undefined }) => Promise<Table>

/** The rows of a text as entries. */
export const openCsvTable = (path: string, options: SourceOptions) => openTable(openCsv, path, options)

/** The rows of a sheet of a workbook as entries. */
export const openXlsxTable = (path: string, options: SourceOptions) => openTable(openXlsx, path, options)

async function openTable(open: OpenFile, path: string, options: SourceOptions): Promise<Source> {
  const { signal, table, ...others } = options
  const choices = table ?? {}
  const opened = await open(path, { choices, signal })
  try {
    return await sourceOf(opened, choices, others)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function sourceOf(
  table: Table,
  choices: TableChoices,
  { isReference = false, hasTemplate = false }: SourceOptions,
): Promise<Source> {
  const close = () => table.close()
  if (isReference) return { entries: () => withNotes(table, referenceEntries(table, { hasTemplate })), close }
  const survey = await surveyTable(table, choices)
  const { above } = survey
  const mapping = mapColumns(survey, choices, { isRagged: table.reading.separator === null })
  return {
    table: guessOf(table, survey, mapping),
    entries: () => withNotes(table, entriesOf(table, mapping, above.length), notesAbout(above)),
    async countRows() {
      return (await table.count()) - above.length - (mapping.hasHeader ? 1 : 0)
    },
    close,
  }
}

async function* entriesOf(table: Table, mapping: Mapping, above: number): AsyncGenerator<IncomingEntry> {
  let left = above + (mapping.hasHeader ? 1 : 0)
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (left > 0) left--
      else yield entryOfRow(row, mapping)
    }
  }
}

function notesAbout(above: readonly Row[]): ImportNote[] {
  return above.map(({ number, cells }) => ({ ...note('row_above', cells.join(' ').trim()), row: number }))
}

/** What is told of the file as a whole is told with its first entry. */
async function* withNotes(
  table: Table,
  entries: AsyncGenerator<IncomingEntry>,
  others: readonly ImportNote[] = [],
): AsyncGenerator<IncomingEntry> {
  let notes = [...table.notes, ...others]
  for await (const entry of entries) {
    yield notes.length > 0 ? { ...entry, notes: [...entry.notes, ...notes] } : entry
    notes = []
  }
}

function guessOf(
  { reading, guessed, sheets }: Table,
  survey: Survey,
  { columns, decimal, hasHeader }: Mapping,
): TableGuess {
  return {
    ...{ ...reading, header: hasHeader, decimal },
    guessed: { ...guessed, ...survey.guessed },
    sheets,
    columns: columns.map(({ index, options: _, ...column }) => ({ number: index + 1, ...column })),
  }
}
