import type { Block } from './blocks.ts'

export interface Row {
  open: string
  cells: Block[]
  close: string
}

/** A group of rows, or another part of a table, which is then all in `open`. */
export interface Section {
  name: string
  open: string
  rows: Row[]
  close: string
}

export interface Table {
  sections: Section[]
}

const groups = new Set(['thead', 'tbody', 'tfoot'])

/** Parses versions of one table; a row that several of them share is parsed once. */
export function tableReader(): (table: Block) => Table {
  const known = new Map<string, Row>()
  function readRow(row: Block): Row {
    // A copy, because equal rows are still different rows.
    return { ...(known.get(row.text) ?? keep(row)) }
  }
  function keep(block: Block): Row {
    const { open, children, inner, close } = block
    const areCells = children?.every(({ name }) => name === 'td' || name === 'th')
    const row = areCells ? { open, cells: children ?? [], close } : { open: open + inner, cells: [], close }
    known.set(block.text, row)
    return row
  }
  function readGroup({ name, open, close, children = [], inner }: Block): Section {
    // Other content between rows cannot be moved with them.
    if (children.some((row) => row.name !== 'tr')) return { name, open: open + inner, rows: [], close }
    return { name, open, rows: children.map(readRow), close }
  }
  return (table) => {
    const sections: Section[] = []
    for (const part of table.children ?? []) {
      const last = sections.at(-1)
      if (part.name === 'tr' && last?.name === 'tr') last.rows.push(readRow(part))
      else if (part.name === 'tr') sections.push({ name: 'tr', open: '', rows: [readRow(part)], close: '' })
      else if (groups.has(part.name)) sections.push(readGroup(part))
      else sections.push({ name: part.name, open: part.text, rows: [], close: '' })
    }
    return { sections }
  }
}

export function writeRow({ open, cells, close }: Row): string {
  return open + cells.map(({ text }) => text).join('') + close
}

/** The number of columns, if every row has as many cells and none spans several. */
export function simpleWidth({ sections }: Table): number | undefined {
  const rows = sections.flatMap((section) => section.rows)
  const width = rows[0]?.cells.length
  const isSimple = (cell: Block) => spanOf(cell, 'colspan') === 1 && spanOf(cell, 'rowspan') === 1
  return rows.every(({ cells }) => cells.length === width && cells.every(isSimple)) ? width : undefined
}

/** Whether every row takes the same number of columns. */
export function isRectangular({ sections }: Table): boolean {
  const widths = new Set<number>()
  for (const { rows } of sections) {
    // Cells that span down from rows above: the column, and for how many more rows.
    let reaching: number[] = []
    for (const { cells } of rows) {
      let width = reaching.length
      reaching = reaching.map((left) => left - 1)
      for (const cell of cells) {
        const places = spanOf(cell, 'colspan')
        width += places
        for (let place = 0; place < places; place += 1) reaching.push(spanOf(cell, 'rowspan') - 1)
      }
      reaching = reaching.filter((left) => left > 0)
      widths.add(width)
    }
  }
  return widths.size <= 1
}

function spanOf({ open }: Block, name: 'colspan' | 'rowspan'): number {
  if (!open.includes('span')) return 1
  return Number(new RegExp(`\\s${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(open)?.[1] ?? 1) || 1
}

const empty = new WeakMap<Block, boolean>()

export function isEmpty(cell: Block): boolean {
  const known = empty.get(cell)
  if (known !== undefined) return known
  const { text } = cell
  const isSo = text.length < 300 && text.replace(/<(?!img|input|hr)[^>]*>|\s|&nbsp;/g, '') === ''
  empty.set(cell, isSo)
  return isSo
}
