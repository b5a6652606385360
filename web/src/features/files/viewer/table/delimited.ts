/** Parses a delimited table with quoted values. */
export function readRows(text: string, delimiter: string): string[][] {
  return [...rowsOf(text, delimiter)]
}

/** The same row by row, for a long text. */
export function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  const split = delimiter === SPACES ? readSpaced : readDelimited
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const [row, end] = split(text, at, delimiter)
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    yield row
  }
}

/** Between columns that are aligned by any number of spaces. */
export const SPACES = ' '

type Read<T> = [read: T, end: number]

function readSpaced(text: string, from: number): Read<string[]> {
  const [line, end] = readPlain(text, from, '\n')
  return [line.trim().split(/[ \t]+/), end]
}

function readDelimited(text: string, from: number, delimiter: string): Read<string[]> {
  const row: string[] = []
  let at = from
  while (true) {
    const [value, end] = text[at] === '"' ? readQuoted(text, at, delimiter) : readPlain(text, at, delimiter)
    row.push(value)
    // After the last delimiter there is one more value, which may be empty.
    if (text[end] !== delimiter) return [row, end]
    at = end + 1
  }
}

function readPlain(text: string, from: number, delimiter: string): Read<string> {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

/** Two quotes inside mean one. Text after the closing quote, as some programs write it, belongs to the value. */
function readQuoted(text: string, from: number, delimiter: string): Read<string> {
  let value = ''
  let start = from + 1
  while (true) {
    const quote = text.indexOf('"', start)
    if (quote === -1) return [value + text.slice(start), text.length]
    value += text.slice(start, quote)
    if (text[quote + 1] !== '"') {
      const [rest, end] = readPlain(text, quote + 1, delimiter)
      return [value + rest, end]
    }
    value += '"'
    start = quote + 2
  }
}

export const DELIMITERS = [',', ';', '\t', '|']
const LOOKED_AT = 10_000

/** The most frequent delimiter in the first line, outside of quotes. */
export function findDelimiter(text: string, name: string): string {
  if (/\.tsv$/i.test(name)) return '\t'
  const head = text.slice(0, LOOKED_AT).replace(/"[^"]*"/g, '')
  const line = head.split(/\r?\n/).find((one) => one.trim() !== '') ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

const LOOKED_AT_ROWS = 200
const NARROWEST = 4
const WIDEST = 40

/** The width of each column, in characters. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, LOOKED_AT_ROWS)) {
    row.forEach((value, column) => {
      widths[column] = Math.min(WIDEST, Math.max(widths[column] ?? NARROWEST, value.length))
    })
  }
  return widths
}
