import type { Block, Cell, Run } from '../tree.ts'
import { type Tag, tagsIn } from './dom.ts'
import { type Place, runsOf } from './place.ts'
import { alignOf, colorOf, declarationsOf, lengthOf } from './styles.ts'

const MOST_COLUMNS = 60
const MOST_LOOKED_AT = 10_000
/** More rows would leave no room for what they are the head of. */
const MOST_HEAD = 4

/** A table whose rows are all filled, as the template needs them. */
export function tableOf(tag: Tag, place: Place): Block[] {
  const { rows, caption } = partsOf(tag)
  const columns = Math.min(MOST_COLUMNS, Math.max(0, ...rows.slice(0, MOST_LOOKED_AT).map(widthOf)))
  if (columns === 0) return caption ? place.flow(caption.children, place) : []
  const kept = rows.slice(0, Math.floor(place.room.cells / columns))
  place.room.cells -= kept.length * columns
  const inside = { ...place, width: Math.max(20, place.width / columns - 8) }
  const { filled, spans } = fill(kept, columns, inside)
  const t: Run[] = caption ? runsOf(caption, place) : []
  const table: Block = {
    k: 'table',
    n: columns,
    w: widthsOf(tag, columns),
    z: sizeFor(columns),
    h: headOf(kept, spans),
    rows: filled,
    t,
    // The first column is where its words begin.
    ...(filled[0]?.[0]?.c[0]?.d === 'rtl' && { d: 'rtl' as const }),
  }
  const left = rows.length - kept.length
  const note: Run = { s: place.words.moreRows.replace('{n}', String(left)), q: true }
  return [...(kept.length > 0 ? [table] : []), ...(left > 0 ? [{ k: 'p' as const, c: [note] }] : [])]
}

function partsOf(tag: Tag): { rows: Tag[]; caption: Tag | undefined } {
  const rows: Tag[] = []
  const last: Tag[] = []
  let caption: Tag | undefined
  for (const child of tagsIn(tag)) {
    if (child.name === 'tr') rows.push(child)
    if (child.name === 'caption') caption ??= child
    if (child.name === 'thead' || child.name === 'tbody') rows.push(...rowsIn(child))
    if (child.name === 'tfoot') last.push(...rowsIn(child))
  }
  return { rows: [...rows, ...last], caption }
}

function rowsIn(tag: Tag): Tag[] {
  return tagsIn(tag).filter(({ name }) => name === 'tr')
}

function cellsOf(row: Tag): Tag[] {
  return tagsIn(row).filter(({ name }) => name === 'td' || name === 'th')
}

function widthOf(row: Tag): number {
  return cellsOf(row).reduce((sum, { attribs }) => sum + spanOf(attribs.colspan), 0)
}

function spanOf(text: string | undefined): number {
  const span = Number.parseInt(text ?? '1', 10)
  return span >= 1 ? Math.min(span, 1000) : 1
}

interface Filled {
  filled: Cell[][]
  /** For each row, the last one that a cell of it reaches. */
  spans: number[]
}

/** Gives each cell its place, cuts spans that overlap or leave the table, and fills what is left with empty cells. */
function fill(rows: readonly Tag[], columns: number, place: Place): Filled {
  /** How many more rows each column is taken by a cell from above. */
  let taken = new Array<number>(columns).fill(0)
  const spans: number[] = []
  const filled = rows.map((row, at) => {
    const cells: Cell[] = []
    const next = taken.map((count) => Math.max(0, count - 1))
    const sources = cellsOf(row)
    spans[at] = at
    for (let column = 0; column < columns; ) {
      if ((taken[column] ?? 0) > 0) {
        column += 1
        continue
      }
      const source = sources.shift()
      const room = freeFrom(taken, column)
      const cs = source ? Math.min(spanOf(source.attribs.colspan), room) : 1
      const rs = source ? Math.min(spanOf(source.attribs.rowspan), rows.length - at) : 1
      cells.push(source ? cellOf(source, cs, rs, place) : { c: [] })
      next.fill(rs - 1, column, column + cs)
      spans[at] = Math.max(spans[at] ?? at, at + rs - 1)
      column += cs
    }
    taken = next
    return cells
  })
  return { filled, spans }
}

function freeFrom(taken: readonly number[], column: number): number {
  const end = taken.findIndex((count, index) => index > column && count > 0)
  return (end === -1 ? taken.length : end) - column
}

function cellOf(tag: Tag, cs: number, rs: number, place: Place): Cell {
  const style = declarationsOf(tag.attribs.style)
  const bg = colorOf(style.get('background-color'))
  const align = alignOf(style)
  const isHeader = tag.name === 'th'
  const marks = isHeader ? { ...place.marks, b: true as const } : place.marks
  return {
    ...(cs > 1 && { cs }),
    ...(rs > 1 && { rs }),
    ...(isHeader && { h: true as const }),
    ...(align && { a: align }),
    ...(bg && { bg }),
    c: place.flow(tag.children, { ...place, marks, width: place.width * cs, align }),
  }
}

/** How many rows of headers are repeated on each page: those at the top, if none of their cells reaches below them. */
function headOf(rows: readonly Tag[], spans: readonly number[]): number {
  let head = 0
  while (head < rows.length && isHeaderRow(rows[head])) head += 1
  if (head === 0 || head > MOST_HEAD || head === rows.length) return 0
  return spans.slice(0, head).every((end) => end < head) ? head : 0
}

function isHeaderRow(row: Tag | undefined): boolean {
  const cells = row ? cellsOf(row) : []
  return cells.length > 0 && cells.every(({ name }) => name === 'th')
}

/** Points of each column, if the author set all of them. */
function widthsOf(tag: Tag, columns: number): number[] | null {
  const group = tagsIn(tag).find(({ name }) => name === 'colgroup')
  const cols = group ? tagsIn(group).filter(({ name }) => name === 'col') : []
  const widths = cols.map(({ attribs }) => lengthOf(declarationsOf(attribs.style).get('width'), 100))
  const known = widths.filter((width) => width !== undefined)
  return known.length === columns && widths.length === columns ? known : null
}

/** Wide tables have smaller letters. */
function sizeFor(columns: number): number {
  if (columns <= 6) return 9
  if (columns <= 9) return 8
  if (columns <= 13) return 7
  return columns <= 20 ? 5.5 : 4
}
