/** Texts that two people change at random, to test merges. */
export interface RandomTexts {
  mine: string
  base: string
  theirs: string
}

type Random = () => number

/** Seeded random numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Table {
  /** The name of each column, which is the prefix of every word in it. */
  columns: string[]
  rows: string[][][]
}

interface Prose {
  kind: 'p' | 'li'
  words: string[]
}

type Part = Prose | { kind: 'table'; table: Table }

/** `word` makes a new word for a person, in a table column or outside. */
export function randomTexts(random: Random, word: (who: string, column?: string) => string): RandomTexts {
  const upTo = (most: number) => Math.floor(random() * most)
  const some = (most: number, make: () => string) => Array.from({ length: upTo(most + 1) }, make)
  let columns = 0

  function makePart(who: string): Part {
    const kinds = ['p', 'p', 'li', 'table'] as const
    const kind = kinds[upTo(4)] ?? 'p'
    if (kind !== 'table') return { kind, words: some(6, () => word(who)) }
    const names = some(3, () => `c${columns++}`)
    if (names.length === 0) names.push(`c${columns++}`)
    const rows = Array.from({ length: 1 + upTo(4) }, () => names.map((name) => some(2, () => word(who, name))))
    // A table with nothing but column names could be taken for another one.
    for (const [index, cell] of (rows[0] ?? []).entries()) if (cell.length === 0) cell.push(word(who, names[index]))
    return { kind, table: { columns: names, rows } }
  }

  function editWords(words: string[], make: () => string): void {
    const at = upTo(words.length + 1)
    const what = upTo(4)
    if (what === 0) words.splice(at, 1)
    else if (what === 1) words.splice(at, 1, make())
    else words.splice(at, 0, ...Array.from({ length: 1 + upTo(2) }, make))
  }

  function editTable(table: Table, who: string): void {
    const row = upTo(table.rows.length)
    const column = upTo(table.columns.length)
    const what = upTo(8)
    if (what === 0 && table.rows.length > 1) table.rows.splice(row, 1)
    else if (what === 1)
      table.rows.splice(
        row + upTo(2),
        0,
        table.columns.map((name) => some(2, () => word(who, name))),
      )
    else if (what === 2) {
      const name = `c${columns++}`
      const at = column + upTo(2)
      table.columns.splice(at, 0, name)
      for (const cells of table.rows)
        cells.splice(
          at,
          0,
          some(1, () => word(who, name)),
        )
    } else if (what === 3 && table.columns.length > 1) {
      table.columns.splice(column, 1)
      for (const cells of table.rows) cells.splice(column, 1)
    } else {
      const cell = table.rows[row]?.[column]
      const name = table.columns[column] ?? ''
      if (cell) editWords(cell, () => word(who, name))
    }
  }

  function edit(parts: Part[], who: string): void {
    const at = upTo(parts.length)
    const part = parts[at]
    const what = upTo(10)
    if (what === 0) parts.splice(at, 1)
    else if (what === 1 || !part) parts.splice(at + upTo(2), 0, makePart(who))
    else if (part.kind === 'table') editTable(part.table, who)
    else editWords(part.words, () => word(who))
  }

  function change(base: Part[], who: string): string {
    const parts = structuredClone(base)
    for (let left = 1 + upTo(3); left > 0; left -= 1) edit(parts, who)
    return write(parts)
  }

  const base = Array.from({ length: 1 + upTo(5) }, () => makePart('b'))
  return { base: write(base), mine: change(base, 'm'), theirs: change(base, 't') }
}

function write(parts: Part[]): string {
  return parts
    .map((part) => {
      if (part.kind !== 'table') {
        const paragraph = `<p>${part.words.join(' ')}</p>`
        return part.kind === 'li' ? `<ul><li>${paragraph}</li></ul>` : paragraph
      }
      const rows = [part.table.columns.map((name) => [name]), ...part.table.rows]
      const cells = rows.map((row) => row.map((words) => `<td><p>${words.join(' ')}</p></td>`).join(''))
      return `<table><tbody>${cells.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
    })
    .join('')
}

/** The visible words in order, without the punctuation after them. */
export function wordsOf(html: string): string[] {
  return html
    .replace(/<[^>]*>/g, ' ')
    .split(' ')
    .map((word) => word.replace(/[.,]+$/, ''))
    .filter((word) => word !== '')
}

export function countWords(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(html)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The rows of every table, as the words of their cells. */
export function tablesOf(html: string): string[][][][] {
  const cut = (text: string, element: string) =>
    [...text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'g'))].map((match) => match[1] ?? '')
  return cut(html, 'table').map((table) => cut(table, 'tr').map((row) => cut(row, 'td').map(wordsOf)))
}
