/** A measured value as people and instruments write it: `0.12`, `1,200.5`, `-3e-4`, `< 0.05`, `12 %`. */
const NUMBER =
  /^[<>≤≥~≈±]?\s*[-+−]?(?:\d{1,3}(?:[ ,'’\u00a0\u202f]\d{3})+|\d+)?(?:[.,]\d+)?(?:e[-+−]?\d+|\s*[x×·]\s*10\^?[-+−]?\d+)?\s*%?$/i

export function isNumber(text: string): boolean {
  return /\d/.test(text) && text.length < 40 && NUMBER.test(text)
}

/** Whether a column has numbers and nothing else; empty cells do not count. */
export function isNumeric(column: Iterable<string | undefined>): boolean {
  let hasNumber = false
  for (const cell of column) {
    const words = cell?.trim() ?? ''
    if (words === '') continue
    if (!isNumber(words)) return false
    hasNumber = true
  }
  return hasNumber
}

/** Whether all below the name of a column are numbers; the name need not be one. */
export function isNumberColumn(cells: readonly { words: string; isHead: boolean }[]): boolean {
  const [first] = cells
  const isNamed = first !== undefined && (first.isHead || !isNumeric([first.words]))
  return isNumeric(cells.slice(isNamed ? 1 : 0).map(({ words }) => words))
}
