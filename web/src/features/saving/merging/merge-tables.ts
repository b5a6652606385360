import { type Block, parseBlocks } from './blocks.ts'
import { combine } from './combine.ts'
import { pick } from './pick.ts'
import { isRectangular, type Row, type Section, type Table, tableReader, writeRow } from './table.ts'
import { takeColumns } from './table-columns.ts'
import { rowEdits } from './table-rows.ts'

export type MergeCell = (mine: Block, base: Block, theirs: Block) => string | undefined

/** Merges three versions of a table: row by row, and cell by cell in rows that both sides changed. */
export function mergeTables(mine: Block, base: Block, theirs: Block, mergeCell: MergeCell): string | undefined {
  const read = tableReader()
  const versions = [mine, base, theirs].map(read) as [Table, Table, Table]
  const tables = takeColumns(...versions)
  if (!tables) return undefined
  const open = pick(mine.open, base.open, theirs.open)
  const close = pick(mine.close, base.close, theirs.close)
  const inner = mergeSections(tables.mine, tables.base, tables.theirs, mergeCell)
  if (open === undefined || close === undefined || inner === undefined) return undefined
  const merged = open + inner + close
  // Refuse a ragged result, unless the rows were ragged before.
  const isWhole = parseBlocks(merged).every((table) => isRectangular(read(table))) || !versions.every(isRectangular)
  return isWhole ? merged : undefined
}

function mergeSections(mine: Table, base: Table, theirs: Table, mergeCell: MergeCell): string | undefined {
  const kinds = (table: Table) => table.sections.map(({ name }) => name).join(' ')
  if (kinds(mine) !== kinds(base) || kinds(theirs) !== kinds(base)) return undefined
  const parts = base.sections.map((section, index) =>
    mergeSection(mine.sections[index] as Section, section, theirs.sections[index] as Section, mergeCell),
  )
  return parts.includes(undefined) ? undefined : parts.join('')
}

function mergeSection(mine: Section, base: Section, theirs: Section, mergeCell: MergeCell): string | undefined {
  const open = pick(mine.open, base.open, theirs.open)
  const close = pick(mine.close, base.close, theirs.close)
  if (open === undefined || close === undefined) return undefined
  const myEdits = rowEdits(base.rows, mine.rows)
  const theirEdits = rowEdits(base.rows, theirs.rows)
  if (!myEdits || !theirEdits) return undefined
  const rows = combine(
    base.rows,
    { items: mine.rows, edits: myEdits },
    { items: theirs.rows, edits: theirEdits },
    writeRows,
    (m, b, t) => settleRows(m, b, t, mergeCell),
  )
  return rows === undefined ? undefined : open + rows + close
}

function writeRows(rows: readonly Row[]): string {
  return rows.map(writeRow).join('')
}

function settleRows(mine: Row[], base: Row[], theirs: Row[], mergeCell: MergeCell): string | undefined {
  const [my, their] = [writeRows(mine), writeRows(theirs)]
  if (my === their) return my
  if (base.length === 0) return their + my
  const [myRow, row, theirRow] = [mine[0], base[0], theirs[0]]
  const isOneEach = [mine, base, theirs].every(({ length }) => length === 1)
  return isOneEach && myRow && row && theirRow ? mergeRow(myRow, row, theirRow, mergeCell) : undefined
}

function mergeRow(mine: Row, base: Row, theirs: Row, mergeCell: MergeCell): string | undefined {
  const { length } = base.cells
  if (mine.cells.length !== length || theirs.cells.length !== length) return undefined
  const parts = [pick(mine.open, base.open, theirs.open)]
  for (const [index, cell] of base.cells.entries()) {
    parts.push(mergeCell(mine.cells[index] as Block, cell, theirs.cells[index] as Block))
  }
  parts.push(pick(mine.close, base.close, theirs.close))
  return parts.includes(undefined) ? undefined : parts.join('')
}
