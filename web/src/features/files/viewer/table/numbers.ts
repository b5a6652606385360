/** How a table writes fractions. */
export type Decimals = 'point' | 'comma'

const WITH_POINT = /^[-+−]?\d*\.\d+(?:e[-+−]?\d+)?$/i
const WITH_COMMA = /^[-+−]?\d*,\d+(?:e[-+−]?\d+)?$/i
const SAMPLE = 200

/** By the cells of the first rows. A comma between three digits, as in 1,200, counts for neither. */
export function findDecimals(rows: readonly (readonly string[])[]): Decimals {
  let points = 0
  let commas = 0
  for (const cell of rows.slice(0, SAMPLE).flat()) {
    const words = cell.trim()
    if (WITH_POINT.test(words)) points++
    else if (WITH_COMMA.test(words) && !/^[-+−]?[1-9]\d{0,2},\d{3}$/.test(words)) commas++
  }
  return commas > points ? 'comma' : 'point'
}

/** The value of a cell, such as `1,200.5`, `1.200,5`, `3·10^-4` or `< 0.05`; NaN for words. */
export function numberIn(cell: string | undefined, decimals: Decimals): number {
  const words = (cell ?? '').trim()
  if (words === '') return Number.NaN
  // Instruments write most cells as programs do.
  const plain = decimals === 'comma' && words.includes(',') ? Number.NaN : Number(words)
  if (!Number.isNaN(plain) && !/^0[xob]/i.test(words)) return plain
  const grouped = decimals === 'comma' ? /[.\s'’]/g : /[,\s'’]/g
  const bare = words
    .replace(/^[<>≤≥~≈±]\s*/, '')
    .replace(/\s*%$/, '')
    .replaceAll('−', '-')
    .replace(/\s*[x×·]\s*10\^?([-+]?\d+)$/i, 'e$1')
    .replace(grouped, '')
    .replace(',', '.')
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(bare) ? Number(bare) : Number.NaN
}
