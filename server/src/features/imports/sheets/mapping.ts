import {
  type ColumnChoice,
  MANY_COLUMNS,
  type TableChoices,
  type TableColumn,
  type TableFieldType,
  type TableTarget,
} from '@aliquot/contract/import-tables'
import { InvalidInput } from '../../../errors.ts'
import { isExport, splitUnit, targetsByName } from './headers.ts'
import type { Survey, SurveyedColumn } from './survey.ts'

export interface MappedField {
  name: string
  type: TableFieldType
  unit: string | null
  group: string | null
}

export interface MappedColumn extends SurveyedColumn {
  target: TableTarget
  guessed: TableTarget
  field: MappedField | null
}

/** What becomes of each column. */
export interface Mapping {
  columns: MappedColumn[]
  decimal: Survey['decimal']
  hasHeader: boolean
  /** Rows may end before the last column, as those of workbooks do. */
  isRagged: boolean
  /** A notebook of this API exported the table. */
  isExport: boolean
}

export function mapColumns(survey: Survey, choices: TableChoices, { isRagged }: Pick<Mapping, 'isRagged'>): Mapping {
  const chosen = choicesOf(survey, choices)
  const names = survey.columns.map(({ name }) => name)
  const guesses = guessTargets(survey)
  const single = new Set([...chosen.values()].map(({ target }) => target).filter((target) => !isMany(target)))
  const hasTitle = [...chosen.values()].some(({ target }) => target === 'title')
  const columns = survey.columns.map((column): MappedColumn => {
    const choice = chosen.get(column.index)
    const guessed = guesses.get(column.index) ?? (column.kind === 'empty' && column.name === '' ? 'ignore' : 'field')
    // What somebody chose is not guessed a second time.
    const isTaken = single.has(guessed) || (guessed === 'title' && hasTitle)
    const target = choice?.target ?? (isTaken ? 'field' : guessed)
    return { ...column, guessed, target, field: fieldOf(column, choice) }
  })
  if (!columns.some(({ target }) => target === 'title')) throw new InvalidInput('table.no_title_column')
  const { decimal, hasHeader } = survey
  return { columns, decimal, hasHeader, isRagged, isExport: hasHeader && isExport(names) }
}

function isMany(target: TableTarget): boolean {
  return MANY_COLUMNS.includes(target)
}

function choicesOf({ columns }: Survey, { columns: given }: TableChoices): Map<number, ColumnChoice> {
  const chosen = new Map<number, ColumnChoice>()
  const taken = new Set<TableTarget>()
  for (const choice of given ?? []) {
    const { number, target } = choice
    if (number > columns.length) throw new InvalidInput('table.no_column', { number })
    if (!isMany(target) && taken.has(target)) throw new InvalidInput('table.target_twice', { target })
    taken.add(target)
    chosen.set(number - 1, choice)
  }
  return chosen
}

/** The kinds that a column must look like to become this by its name. */
const FITTING: Readonly<Partial<Record<TableTarget, readonly TableColumn['kind'][]>>> = {
  date: ['date', 'datetime-local', 'text', 'number', 'empty'],
  rating: ['number', 'empty'],
  custom_id: ['number', 'empty'],
  body: ['text', 'select', 'empty'],
}

function guessTargets({ columns, hasHeader }: Survey): Map<number, TableTarget> {
  const found = hasHeader ? targetsByName(columns.map(({ name }) => name)) : new Map<number, TableTarget>()
  for (const [index, target] of found) {
    const kind = columns[index]?.kind
    if (kind && FITTING[target] && !FITTING[target].includes(kind)) found.delete(index)
  }
  if (![...found.values()].includes('title')) {
    const title = guessTitle(columns.filter(({ index }) => !found.has(index))) ?? guessTitle(columns)
    if (title !== undefined) found.set(title, 'title')
  }
  return found
}

/** The first column of texts that tells most rows apart; else the first with values. */
function guessTitle(columns: readonly SurveyedColumn[]): number | undefined {
  const filled = columns.filter(({ filled }) => filled > 0)
  const most = Math.max(0, ...filled.map((column) => column.filled))
  const names = filled.find(
    ({ kind, filled, distinct }) => kind === 'text' && filled >= most * 0.8 && distinct >= Math.min(filled, 1000) * 0.5,
  )
  return (names ?? filled.find(({ kind }) => kind === 'text') ?? filled[0])?.index
}

function fieldOf(column: SurveyedColumn, choice: ColumnChoice | undefined): MappedField | null {
  if (column.kind === 'empty' && column.name === '' && choice?.target !== 'field') return null
  const kind = column.kind === 'empty' ? 'text' : column.kind
  const split = splitUnit(column.name)
  const type = choice?.type ?? kind
  // What stands in brackets after a text is part of its name.
  const hasUnit = split.unit !== null && kind === 'number'
  const name = choice?.name?.trim() || (hasUnit ? split.name : column.name) || `Column ${column.index + 1}`
  const unit = choice?.unit === undefined ? (hasUnit ? split.unit : null) : choice.unit?.trim() || null
  return { name, type, unit, group: choice?.group?.trim() || null }
}
