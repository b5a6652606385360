import { Block } from './blocks.ts'
import { isEmpty, type Row, type Section, simpleWidth, type Table } from './table.ts'
import { pairRows } from './table-rows.ts'

interface Versions {
  mine: Table
  base: Table
  theirs: Table
}

/**
 * Aligns the columns of three versions of a table: those that one side added or removed are added or removed in the
 * others. Undefined if both changed the columns, if somebody wrote in a column that the other removed, or if a table
 * was replaced.
 */
export function takeColumns(mine: Table, base: Table, theirs: Table): Versions | undefined {
  if (isOther(mine, base) || isOther(theirs, base)) return undefined
  const width = simpleWidth(base)
  const myWidth = simpleWidth(mine)
  const theirWidth = simpleWidth(theirs)
  // With merged cells or ragged rows, only rows that keep their cells can be merged.
  if (width === undefined || myWidth === undefined || theirWidth === undefined) return { mine, base, theirs }
  if (myWidth === width && theirWidth === width) {
    const areOthers = hasOtherColumns(mine, base, theirs) || hasOtherColumns(theirs, base, mine)
    return areOthers ? undefined : { mine, base, theirs }
  }
  if (myWidth !== width && theirWidth !== width) return undefined
  const [changed, other] = myWidth === width ? [theirs, mine] : [mine, theirs]
  const moved = moveColumns(changed, base, other)
  if (!moved) return undefined
  const { base: newBase, other: newOther } = moved
  return changed === mine ? { mine, base: newBase, theirs: newOther } : { mine: newOther, base: newBase, theirs }
}

/** Whether nothing of the old table is left, so that somebody replaced it. */
function isOther(table: Table, base: Table): boolean {
  const filled = (all: Table) =>
    all.sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => !isEmpty(cell))))
  const old = new Set(filled(base).map(({ text }) => text))
  return old.size > 1 && !filled(table).some(({ text }) => old.has(text))
}

/** Whether one side replaced a column in which the other wrote. */
function hasOtherColumns(side: Table, base: Table, other: Table): boolean {
  const pairs = rowPairs(side, base, other) ?? []
  return otherColumns(pairs, simpleWidth(base) ?? 0).some((column) =>
    pairs.some(({ base, other }) => other && textAt(base, column) !== textAt(other, column)),
  )
}

/** The columns of which nothing is left in place. */
function otherColumns(pairs: RowPair[], width: number): number[] {
  const columns = Array.from({ length: width }, (_none, column) => column)
  return columns.filter((column) => {
    const filled = pairs.filter(({ base, changed }) => base && changed && !isEmptyAt(base, column))
    const kept = filled.filter(({ base, changed }) => textAt(base, column) === textAt(changed, column))
    const isElsewhere = filled.some(({ base, changed }) =>
      changed?.cells.some(({ text }) => text === textAt(base, column)),
    )
    return kept.length === 0 && (filled.length > 1 || isElsewhere)
  })
}

/** Every old row, and every new one of the other side, with its counterparts; undefined if they cannot be compared. */
function rowPairs(changed: Table, base: Table, other: Table): RowPair[] | undefined {
  if (changed.sections.length !== base.sections.length || other.sections.length !== base.sections.length)
    return undefined
  const sections = base.sections.map((section, index) =>
    sectionPairs(section, changed.sections[index], other.sections[index]),
  )
  return sections.includes(undefined) ? undefined : sections.flatMap((section) => section ?? [])
}

function textAt(row: Row | undefined, column: number): string | undefined {
  return row?.cells[column]?.text
}

function isEmptyAt(row: Row, column: number): boolean {
  const cell = row.cells[column]
  return !cell || isEmpty(cell)
}

/** Gives the base and the other side the columns of the changed table. */
function moveColumns(changed: Table, base: Table, other: Table): { base: Table; other: Table } | undefined {
  const width = simpleWidth(base) ?? 0
  const pairs = rowPairs(changed, base, other)
  const otherPairs = rowPairs(other, base, changed)
  if (!pairs || !otherPairs || otherColumns(otherPairs, width).length > 0) return undefined
  const move = findMove(pairs, (simpleWidth(changed) ?? 0) - width)
  if (!move || !canMove(pairs, move)) return undefined
  const cellsFor = new Map(
    pairs.flatMap(({ base, changed, other }) => [[base, changed] as const, [other, changed] as const]),
  )
  const moveAll = (table: Table): Table => ({
    ...table,
    sections: table.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => moveRow(row, move, cellsFor.get(row))),
    })),
  })
  return { base: moveAll(base), other: moveAll(other) }
}

/** A row of the base with its counterparts on the two sides; each may be missing. */
interface RowPair {
  base: Row | undefined
  changed: Row | undefined
  other: Row | undefined
}

function sectionPairs(base: Section, changed: Section | undefined, other: Section | undefined): RowPair[] | undefined {
  const inChanged = changed && pairRows(base.rows, changed.rows)
  const inOther = other && pairRows(base.rows, other.rows)
  if (!inChanged || !inOther) return undefined
  const pairs = base.rows.map((row, index) => ({
    base: row,
    changed: changed.rows[inChanged[index] ?? -1],
    other: other.rows[inOther[index] ?? -1],
  }))
  const known = new Set(inOther)
  const added = other.rows.filter((_row, index) => !known.has(index))
  return [...pairs, ...added.map((row) => ({ base: undefined, changed: undefined, other: row }))]
}

/** `count` columns were added at a position, or removed if it is negative. */
interface Move {
  at: number
  count: number
}

/** The position at which most other cells stay unchanged, with at least one in every column. */
function findMove(pairs: RowPair[], count: number): Move | undefined {
  const rows = pairs.filter(({ base, changed }) => base && changed)
  const width = rows[0]?.base?.cells.length ?? 0
  const last = count > 0 ? width : width + count
  let best: { at: number; same: number } | undefined
  for (let at = 0; at <= last; at += 1) {
    const columns = Array.from({ length: Math.min(width, width + count) }, () => ({ filled: 0, same: 0 }))
    for (const { base, changed } of rows) {
      const old = (count > 0 ? base?.cells : without(base?.cells, at, -count)) ?? []
      const now = count > 0 ? without(changed?.cells, at, count) : changed?.cells
      for (const [index, column] of columns.entries()) {
        const cell = old[index]
        if (!cell || isEmpty(cell)) continue
        column.filled += 1
        if (cell.text === now?.[index]?.text) column.same += 1
      }
    }
    if (columns.some(({ filled, same }) => filled > 0 && same === 0)) continue
    const same = columns.reduce((sum, column) => sum + column.same, 0)
    // If it makes no difference, a new column comes after an old one.
    if (!best || same >= best.same) best = { at, same }
  }
  return best && { at: best.at, count }
}

/** Nobody wrote in a removed column, or in the new column of a removed row. */
function canMove(pairs: RowPair[], { at, count }: Move): boolean {
  return pairs.every(({ base, changed, other }) => {
    if (count > 0) return other !== undefined || (changed?.cells.slice(at, at + count) ?? []).every(isEmpty)
    const cells = other?.cells.slice(at, at - count) ?? []
    return cells.every((cell, index) => (base ? cell.text === base.cells[at + index]?.text : isEmpty(cell)))
  })
}

function moveRow(row: Row, { at, count }: Move, changed: Row | undefined): Row {
  if (count < 0) return { ...row, cells: without(row.cells, at, -count) ?? [] }
  const empty = emptyCell(row.cells[at] ?? row.cells.at(-1))
  const added = Array.from({ length: count }, (_none, index) => changed?.cells[at + index] ?? empty)
  return { ...row, cells: [...row.cells.slice(0, at), ...added, ...row.cells.slice(at)] }
}

/** An empty cell like its neighbour. */
function emptyCell(neighbour: Block | undefined): Block {
  const name = neighbour?.name === 'th' ? 'th' : 'td'
  const inner = neighbour?.inner.includes('<p') ? '<p></p>' : ''
  return new Block(name, `<${name}>${inner}</${name}>`, name.length + 2, name.length + 3)
}

function without(cells: Block[] | undefined, at: number, count: number): Block[] | undefined {
  return cells && [...cells.slice(0, at), ...cells.slice(at + count)]
}
