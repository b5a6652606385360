import type { TableReading } from '@aliquot/contract/import-tables'

type Decimal = TableReading['decimal']

const EXPONENT = String.raw`(?:[eE][+-]?\d{1,3})?`
/** Blanks, thin ones too, and apostrophes between thousands. */
const GAP = String.raw`[ \u00A0\u2009\u202F'’]`

const patternOf = (decimal: string, thousands: string) =>
  new RegExp(`^[+-]?(?:\\d+|\\d{1,3}(?:${thousands}\\d{3})+|\\d{1,3}(?:${GAP}\\d{3})+)?(?:${decimal}\\d*)?${EXPONENT}$`)

const NUMBERS: Readonly<Record<Decimal, RegExp>> = { '.': patternOf('\\.', ','), ',': patternOf(',', '\\.') }
const PLAIN = /^[+-]?\d+\.\d+(?:[eE][+-]?\d{1,3})?$/
const THOUSANDS = /^[+-]?\d{1,3}(?:\.\d{3})+$/
const MOST_LENGTH = 60

/** `1234.5` for `1 234,5` and such; undefined for what is no number. */
export function readNumber(text: string, decimal: Decimal): string | undefined {
  const given = text.trim().replace(/^[−–]/, '-')
  if (given.length > MOST_LENGTH || !/\d/.test(given)) return undefined
  if (NUMBERS[decimal].test(given)) {
    const plain = given.replace(decimal === ',' ? /[. \u00A0\u2009\u202F'’]/g : /[, \u00A0\u2009\u202F'’]/g, '')
    return plain.replace(',', '.').replace(/^\+/, '')
  }
  // Tables with decimal commas have points, too, from instruments.
  return decimal === ',' && PLAIN.test(given) && !THOUSANDS.test(given) ? given.replace(/^\+/, '') : undefined
}

/** Whether a text is meant as a number. Codes with leading zeros or very many digits are not. */
export function looksLikeNumber(text: string, decimal: Decimal): boolean {
  const number = readNumber(text, decimal)
  if (number === undefined || /^-?0\d/.test(number)) return false
  return number.replace(/[eE].*|\D/g, '').length <= 15 && Number.isFinite(Number(number))
}

const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:[. \u00A0]\d{3})+)?,\d+(?:[eE][+-]?\d+)?$/
const POINT = /^[+-]?(?:\d+|\d{1,3}(?:[, \u00A0]\d{3})+)?\.\d+(?:[eE][+-]?\d+)?$/
/** `1,234` may be either. */
const EITHER = /^[+-]?\d{1,3}[.,]\d{3}$/

/** The decimal sign that most numbers have; that of a separator that leaves commas free, if none tells. */
export function guessDecimal(values: Iterable<string>, separator: string | null): Decimal {
  let [commas, points, unclear] = [0, 0, 0]
  for (const value of values) {
    const text = value.trim()
    if (text.length > MOST_LENGTH) continue
    if (EITHER.test(text)) unclear += text.includes(',') ? 1 : -1
    else if (COMMA.test(text)) commas++
    else if (POINT.test(text)) points++
  }
  if (commas !== points) return commas > points ? ',' : '.'
  return separator === ';' && unclear > 0 ? ',' : '.'
}
