import type { EntityType } from '@aliquot/contract/common'
import {
  type ColumnChoice,
  MANY_COLUMNS,
  type TableChoices,
  type TableColumn,
  type TableGuess,
  type TableTarget,
} from '@aliquot/contract/import-tables'
import type { Import } from '@aliquot/contract/imports'

/** What a person chose of all that was guessed. */
export interface Choices {
  entity_type: EntityType | null
  category: number | null
  template: number | null
  table: TableChoices | null
}

/** A column as a field, and the order of its dates. */
export type Details = Partial<Pick<ColumnChoice, 'name' | 'type' | 'unit' | 'group' | 'order'>>

/** Rows of a table are resources unless somebody says otherwise. */
export const USUAL_TYPE: EntityType = 'items'

export function choicesOf({ options: { entity_type, category, template, table } }: Import): Choices {
  return { entity_type, category, template, table }
}

/** The columns as they were chosen since the service looked at them. */
export function chosenColumns({ columns }: TableGuess, choices: TableChoices | null): TableColumn[] {
  const chosen = new Map(choices?.columns?.map((choice) => [choice.number, choice]))
  return columns.map((column) => {
    const choice = chosen.get(column.number)
    return choice ? applyChoice(column, choice) : column
  })
}

function applyChoice(column: TableColumn, choice: ColumnChoice): TableColumn {
  const { target, name, type, unit, group, order } = choice
  const before = column.field ?? { name: column.name, type: 'text', unit: null, group: null }
  const field = {
    name: name ?? before.name,
    type: type ?? before.type,
    unit: unit === undefined ? before.unit : unit,
    group: group === undefined ? before.group : group,
  }
  const isField = target === 'field'
  return { ...column, target, field: isField || column.field ? field : null, order: order ?? column.order }
}

/** Gives a column another target. Of most targets there is one: the column that had it becomes a field. */
export function withTarget(
  columns: readonly TableColumn[],
  before: TableChoices | null,
  number: number,
  target: TableTarget,
): TableChoices {
  const given = columns.filter(
    (column) => column.number !== number && column.target === target && !MANY_COLUMNS.includes(target),
  )
  const changed = [
    ...columns.filter((column) => column.number === number).map((column) => choiceOf(column, target)),
    ...given.map((column) => choiceOf(column, column.field ? 'field' : 'ignore')),
  ]
  return withColumns(before, changed)
}

/** Gives all columns that nobody chose and that became fields or nothing the same target. */
export function withRest(
  columns: readonly TableColumn[],
  before: TableChoices | null,
  target: 'field' | 'ignore',
): TableChoices {
  const rest = columns.filter((column) => column.kind !== 'empty' && ['field', 'ignore'].includes(column.target))
  return withColumns(
    before,
    rest.map((column) => choiceOf(column, target)),
  )
}

/** Changes a column as a field, or the order of its dates. */
export function withDetails(column: TableColumn, before: TableChoices | null, details: Details): TableChoices {
  return withColumns(before, [{ ...choiceOf(column, column.target), ...details }])
}

/** With another separator or sheet the numbers mean other columns. */
export function withReading(
  before: TableChoices | null,
  reading: Partial<Omit<TableChoices, 'columns'>>,
): TableChoices {
  const areOthers = reading.separator !== undefined || reading.sheet !== undefined
  return { ...before, ...reading, ...(areOthers && { columns: null }) }
}

function withColumns(before: TableChoices | null, changed: readonly ColumnChoice[]): TableChoices {
  const numbers = new Set(changed.map(({ number }) => number))
  const others = (before?.columns ?? []).filter(({ number }) => !numbers.has(number))
  return { ...before, columns: [...others, ...changed].sort((a, b) => a.number - b.number) }
}

function choiceOf({ number, field, order }: TableColumn, target: TableTarget): ColumnChoice {
  return {
    number,
    target,
    ...(target === 'field' && field && field.name !== '' && field),
    ...(order && { order }),
  }
}
